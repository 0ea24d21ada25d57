// A page that only needs the settings.
import "./settings.js";
