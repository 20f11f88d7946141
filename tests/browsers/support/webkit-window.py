#!/usr/bin/python3
# A window around WebKitGTK for WebKitWebDriver: without controls, so that it can be as narrow as a phone, and with the
# script in TILL_PRELOAD run in every page before the page's own scripts.
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

context = WebKit2.WebContext.new_ephemeral()
content = WebKit2.UserContentManager()
content.add_script(
    WebKit2.UserScript(
        os.environ["TILL_PRELOAD"],
        WebKit2.UserContentInjectedFrames.ALL_FRAMES,
        WebKit2.UserScriptInjectionTime.START,
        None,
        None,
    )
)


def open_window(_session):
    view = WebKit2.WebView(web_context=context, user_content_manager=content, is_controlled_by_automation=True)
    window = Gtk.Window()
    window.add(view)
    window.show_all()
    view.connect("close", lambda _view: window.destroy())
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("till")
    session.set_application_info(info)
    session.connect("create-web-view", open_window)


context.set_automation_allowed(True)
context.connect("automation-started", start)
Gtk.main()
