/** Converts CSV and JSON lines to Examples and back, decodes and encodes images, and decompresses strings. */
@SuppressWarnings("requires-automatic") // Two libraries are automatic modules.
module dev.riffle.formats {
    requires static org.jspecify;
    requires transitive dev.riffle;
    requires aircompressor;
    requires java.desktop;
    requires de.siegmar.fastcsv;
    requires com.twelvemonkeys.imageio.webp;

    exports dev.riffle.formats;
    exports dev.riffle.formats.image;
    exports dev.riffle.formats.numpy;
}
