// More arms than the compiler can read.
use bt_core::behavior_tree;

struct Npc {
    mode: u32,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        match npc.mode {
            0 => fail, 1 => fail, 2 => fail, 3 => fail, 4 => fail, 5 => fail, 6 => fail, 7 => fail,
            8 => fail, 9 => fail, 10 => fail, 11 => fail, 12 => fail, 13 => fail, 14 => fail, 15 => fail,
            16 => fail, 17 => fail, 18 => fail, 19 => fail, 20 => fail, 21 => fail, 22 => fail, 23 => fail,
            24 => fail, 25 => fail, 26 => fail, 27 => fail, 28 => fail, 29 => fail, 30 => fail, 31 => fail,
            32 => fail, 33 => fail, 34 => fail, 35 => fail, 36 => fail, 37 => fail, 38 => fail, 39 => fail,
            40 => fail, 41 => fail, 42 => fail, 43 => fail, 44 => fail, 45 => fail, 46 => fail, 47 => fail,
            48 => fail, 49 => fail, 50 => fail, 51 => fail, 52 => fail, 53 => fail, 54 => fail, 55 => fail,
            56 => fail, 57 => fail, 58 => fail, 59 => fail, 60 => fail, 61 => fail, 62 => fail, 63 => fail,
            64 => fail, 65 => fail, 66 => fail, 67 => fail, 68 => fail, 69 => fail, 70 => fail, 71 => fail,
            72 => fail, 73 => fail, 74 => fail, 75 => fail, 76 => fail, 77 => fail, 78 => fail, 79 => fail,
            80 => fail, 81 => fail, 82 => fail, 83 => fail, 84 => fail, 85 => fail, 86 => fail, 87 => fail,
            88 => fail, 89 => fail, 90 => fail, 91 => fail, 92 => fail, 93 => fail, 94 => fail, 95 => fail,
            96 => fail, 97 => fail, 98 => fail, 99 => fail, 100 => fail, 101 => fail, 102 => fail, 103 => fail,
            104 => fail, 105 => fail, 106 => fail, 107 => fail, 108 => fail, 109 => fail, 110 => fail, 111 => fail,
            112 => fail, 113 => fail, 114 => fail, 115 => fail, 116 => fail, 117 => fail, 118 => fail, 119 => fail,
            120 => fail, 121 => fail, 122 => fail, 123 => fail, 124 => fail, 125 => fail, 126 => fail, 127 => fail,
            128 => fail, 129 => fail, 130 => fail, 131 => fail, 132 => fail, 133 => fail, 134 => fail, 135 => fail,
            136 => fail, 137 => fail, 138 => fail, 139 => fail, 140 => fail, 141 => fail, 142 => fail, 143 => fail,
            144 => fail, 145 => fail, 146 => fail, 147 => fail, 148 => fail, 149 => fail, 150 => fail, 151 => fail,
            152 => fail, 153 => fail, 154 => fail, 155 => fail, 156 => fail, 157 => fail, 158 => fail, 159 => fail,
            160 => fail, 161 => fail, 162 => fail, 163 => fail, 164 => fail, 165 => fail, 166 => fail, 167 => fail,
            168 => fail, 169 => fail, 170 => fail, 171 => fail, 172 => fail, 173 => fail, 174 => fail, 175 => fail,
            176 => fail, 177 => fail, 178 => fail, 179 => fail, 180 => fail, 181 => fail, 182 => fail, 183 => fail,
            184 => fail, 185 => fail, 186 => fail, 187 => fail, 188 => fail, 189 => fail, 190 => fail, 191 => fail,
            192 => fail, 193 => fail, 194 => fail, 195 => fail, 196 => fail, 197 => fail, 198 => fail, 199 => fail,
            200 => fail, 201 => fail, 202 => fail, 203 => fail, 204 => fail, 205 => fail, 206 => fail, 207 => fail,
            208 => fail, 209 => fail, 210 => fail, 211 => fail, 212 => fail, 213 => fail, 214 => fail, 215 => fail,
            216 => fail, 217 => fail, 218 => fail, 219 => fail, 220 => fail, 221 => fail, 222 => fail, 223 => fail,
            224 => fail, 225 => fail, 226 => fail, 227 => fail, 228 => fail, 229 => fail, 230 => fail, 231 => fail,
            232 => fail, 233 => fail, 234 => fail, 235 => fail, 236 => fail, 237 => fail, 238 => fail, 239 => fail,
            240 => fail, 241 => fail, 242 => fail, 243 => fail, 244 => fail, 245 => fail, 246 => fail, 247 => fail,
            248 => fail, 249 => fail, 250 => fail, 251 => fail, 252 => fail, 253 => fail, 254 => fail,
            _ => running,
        }
    }
}

fn main() {}
