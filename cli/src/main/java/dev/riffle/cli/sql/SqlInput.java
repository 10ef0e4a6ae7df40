package dev.riffle.cli.sql;

import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.print.SpecErrors;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.MalformedTextException;
import dev.riffle.io.Bytes;
import dev.riffle.parse.FeatureSpecs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Holds the settings for reading the record files of a statement.
 *
 * @param sets the rule for incomplete sets
 * @param specs the typed specs
 * @param specsFile the file of the specs; without typed specs and file, a sample of the records decides the columns
 * @param sample the number of records of each table in the sample; empty for the default
 */
record SqlInput(
        InputFile.Sets sets,
        ReadSettings read,
        Optional<FeatureSpecs> specs,
        Optional<String> specsFile,
        OptionalLong sample,
        PrintRequest.Damage damage) {

    /** Parses specs on one line or in JSON. */
    static FeatureSpecs parse(String text) {
        return text.stripLeading().startsWith("{") ? FeatureSpecs.parseJson(text) : FeatureSpecs.parse(text);
    }

    /** Returns the typed specs, or the specs of the file; empty without both. */
    Optional<FeatureSpecs> specs(Terminal terminal) throws IOException {
        if (specsFile.isEmpty()) {
            return specs;
        }
        InputFile file = InputFile.of(terminal, terminal.path(specsFile.get()));
        Bytes text;
        try (InputStream in = Channels.newInputStream(file.source().open(0))) {
            text = Bytes.ofOwned(in.readAllBytes());
        }
        if (!text.isUtf8()) {
            throw new UsageException(file.name() + ": expected specs as text in UTF-8, found other bytes");
        }
        try {
            return Optional.of(parse(text.utf8()));
        } catch (IllegalArgumentException | MalformedTextException e) {
            throw new UsageException(SpecErrors.ofFile(file.name(), text.utf8(), e));
        }
    }
}
