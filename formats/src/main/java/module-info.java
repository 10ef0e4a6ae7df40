/** CSV and JSON lines to Examples and back. */
module dev.riffle.formats {
    requires static org.jspecify;
    requires transitive dev.riffle;
    requires de.siegmar.fastcsv;

    exports dev.riffle.formats;
}
