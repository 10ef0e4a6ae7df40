/** The riffle command. */
module dev.riffle.cli {
    requires static org.jspecify;
    requires dev.riffle;
    requires dev.riffle.formats;
    requires info.picocli;
    requires java.desktop;

    opens dev.riffle.cli to
            info.picocli;
}
