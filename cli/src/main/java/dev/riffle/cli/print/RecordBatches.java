package dev.riffle.cli.print;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.Notes;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.Dialect;
import dev.riffle.example.FeatureWarning;
import dev.riffle.example.internal.ExampleContent;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.parse.PayloadBatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Parses the records of a file in batches. Only one batch is in memory. */
final class RecordBatches {

    private final RecordReader reader;
    private final BatchParser parser;
    private final BatchPrinter printer;
    private final Notes notes;

    private final PayloadBatch payloads = new PayloadBatch();

    /** The number of each payload's record in the file. */
    private final List<Long> records = new ArrayList<>();

    /**
     * Receives rejections. Without a listener, a rejection is an error, and the parser parses the records before it
     * again.
     */
    private final Optional<Consumer<String>> listener;

    /** The type of message that each record must have. */
    private final PayloadKind message;

    /** The number of records read for the current batch, including skipped records. */
    private int taken;

    /** The numbers of the rejected payloads in the batch. */
    private final Set<Integer> rejected = new HashSet<>();

    /**
     * Creates batches.
     *
     * @param listener receives the reason for each skipped record; without a listener, such a record is an error
     * @param warnings receives probable mistakes in the specs
     * @throws UsageException if the specs do not fit records of this format
     */
    RecordBatches(
            RecordReader reader,
            RecordSpecs specs,
            Optional<Consumer<String>> listener,
            BatchPrinter printer,
            Consumer<FeatureWarning> warnings,
            Notes notes)
            throws UsageException {
        this.reader = reader;
        this.printer = printer;
        this.notes = notes;
        this.listener = listener;
        this.message = specs.message(reader.format());
        try {
            this.parser = specs.parser(reader.format(), warnings, listener.map(reasons -> rejection -> {
                reasons.accept(Escapes.message(rejection));
                rejected.add(rejection.batchIndex());
            }));
        } catch (IllegalArgumentException e) {
            throw new UsageException(reader.name() + ": " + Escapes.message(e));
        }
    }

    /**
     * Parses records and prints them.
     *
     * @throws IOException if reading fails, after the command has printed the records before the failure
     * @throws ExampleParseException if a record does not fit the specs, after the command has printed the records
     *     before it
     */
    void parse(int batch, long limit) throws IOException {
        long left = limit;
        while (left > 0) {
            int most = (int) Math.min(batch, left);
            Optional<IOException> failure = read(most);
            if (payloads.size() > 0) {
                print();
            }
            if (failure.isPresent()) {
                throw failure.get();
            }
            if (taken == 0 && left == limit) {
                notes.once(reader.name(), "no records to parse");
            }
            if (taken < most) {
                return;
            }
            left -= most;
        }
    }

    private Optional<IOException> read(int most) {
        payloads.clear();
        records.clear();
        rejected.clear();
        taken = 0;
        try {
            while (taken < most && payloads.addFrom(reader, 1) == 1) {
                taken++;
                Optional<String> problem = problem();
                if (problem.isPresent()) {
                    payloads.keepFirst(payloads.size() - 1);
                    if (listener.isEmpty()) {
                        return Optional.of(new IOException(problem.get()));
                    }
                    listener.get().accept(problem.get());
                    continue;
                }
                records.add(reader.index());
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        }
    }

    /**
     * Returns the problem of the current record if the record is not the expected message. The parser checks the
     * features.
     */
    private Optional<String> problem() throws IOException {
        Optional<PayloadKind> found = message.misread(reader.payload());
        if (found.isEmpty()) {
            return Optional.empty();
        }
        String remedy = found.get() == PayloadKind.SEQUENCE_EXAMPLE
                ? ", and --features can name its features as context(...) and lists(...)"
                : "";
        return Optional.of(
                RecordPlace.of(reader) + " " + found.get().insteadOf(message, reader.payloadBytes()) + remedy);
    }

    static Dialect dialect(RecordFormat format) {
        return ExampleContent.dialect(format);
    }

    private void print() throws IOException {
        List<BatchParser.Part> parts;
        try {
            parts = parser.parse(payloads);
        } catch (ExampleParseException e) {
            printBefore(e);
            throw e;
        }
        List<Long> rows = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            if (!rejected.contains(i)) {
                rows.add(records.get(i));
            }
        }
        if (!rows.isEmpty()) {
            printer.print(reader.name(), rows, parts);
        }
    }

    /** Prints the records before a rejected one, so that the output does not depend on the ends of batches. */
    private void printBefore(ExampleParseException rejection) throws IOException {
        int good = rejection.batchIndex();
        if (listener.isPresent() || good < 1) {
            return;
        }
        payloads.keepFirst(good);
        List<BatchParser.Part> parts;
        try {
            parts = parser.parse(payloads);
        } catch (ExampleParseException e) {
            // A check of partitions covers the complete batch. It may fail without the following records.
            rejection.addSuppressed(e);
            return;
        }
        printer.print(reader.name(), records.subList(0, good), parts);
    }
}
