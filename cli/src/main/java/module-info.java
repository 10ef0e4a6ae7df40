/** Contains the riffle command. */
module dev.riffle.cli {
    requires static org.jspecify;
    requires dev.riffle;
    requires dev.riffle.arrow;
    requires dev.riffle.formats;
    requires dev.riffle.sql;
    requires de.siegmar.fastcsv;
    requires info.picocli;
    requires java.desktop;
    requires org.apache.arrow.format;

    opens dev.riffle.cli to
            info.picocli;
    opens dev.riffle.cli.convert to
            info.picocli;
    opens dev.riffle.cli.input to
            info.picocli;
    opens dev.riffle.cli.inspect to
            info.picocli;
    opens dev.riffle.cli.output to
            info.picocli;
    opens dev.riffle.cli.image to
            info.picocli;
    opens dev.riffle.cli.print to
            info.picocli;
    opens dev.riffle.cli.rewrite to
            info.picocli;
    opens dev.riffle.cli.sql to
            info.picocli;
    opens dev.riffle.cli.terminal to
            info.picocli;
}
