"""Our own elementary functions: at most 1 ulp from the true value, the same bits on every machine and target.

They use only additions, products, quotients, square roots and selections, none of them fused, so that plain Python,
machine code and lanes agree. The code is straight-line, without tables; the one branch is for angles that are huge or
next to a multiple of pi/2. Polynomials were fitted at Chebyshev points with 50 digits.
"""
