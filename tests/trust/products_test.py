#!/usr/bin/env python3
"""Documents whose parts multiply although each of them is within its limit: within a second and 256 MiB as well.

    products_test.py --rigy PROGRAM [--any-cost]
"""

import hostile
from hostile import BOUND_TO, HEAD, MESH, numbered


class Products(hostile.Hostile):
    # --- lines ------------------------------------------------------------------------------------

    def test_many_errors_in_one_long_line(self):
        self.refuse("2:10: error[V34]: missing field 'id' in mesh", "meshes: [", "{}," * 100, "] # ",
                    hostile.times(57 << 20, "x"), last="200 errors  (ParseError)  (100 more not shown)")


if __name__ == "__main__":
    hostile.main()
