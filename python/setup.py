"""The wheel has no code for a particular Python, only a library for a particular system. ./dev package builds it: it puts
librigy.so.0 beside the modules, and says in the environment which version and which system these are."""

import os

from setuptools import setup
from setuptools.dist import Distribution
from wheel.bdist_wheel import bdist_wheel


class Wheel(bdist_wheel):
    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", os.environ["RIGY_PLATFORM_TAG"]


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


setup(version=os.environ["RIGY_VERSION"], cmdclass={"bdist_wheel": Wheel}, distclass=WithLibrary)
