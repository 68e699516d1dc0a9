//! Height over distance, in a terminal and as SVG.
