"""Rigy documents in Blender: import, live link, and poses back to text."""

from . import link, ui

bl_info = {
    "name": "Rigy",
    "author": "The Rigy authors",
    "version": (0, 13, 0),
    "blender": (3, 4, 0),
    "location": "File > Import > Rigy; 3D View > Sidebar > Rigy",
    "description": "Imports Rigy assets, scenes and motions, and keeps them up to date",
    "category": "Import-Export",
}


def register():
    ui.register()
    link.register()


def unregister():
    link.unregister()
    ui.unregister()
