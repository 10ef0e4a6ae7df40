package dev.riffle.cli.print;

import dev.riffle.RecordReader;
import dev.riffle.cli.input.EachFile;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.payload.TensorJson;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.ExampleContent;
import dev.riffle.example.internal.OtherMessages;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.MalformedTensorException;
import dev.riffle.tensor.TensorProto;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.List;
import java.util.Optional;

/**
 * Prints serialized tensors.
 *
 * @param place the place in a record file; without a place, each file is a tensor
 * @param limitBytes the limit of repeated values in bytes
 */
record TensorRequest(List<String> words, Optional<Place> place, long limitBytes, Style style) implements Request {

    /**
     * Describes a place in record files.
     *
     * @param record the number of the record, from 0
     * @param feature the feature; without a feature, the record is the tensor
     */
    record Place(ReadSettings read, long record, Optional<String> feature) {}

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        return EachFile.run(terminal, InputFile.expand(terminal, words), style, file -> print(terminal, file));
    }

    private ExitCode print(Terminal terminal, InputFile file) throws IOException {
        if (place.isPresent()) {
            String name = file.name() + ": record " + place.get().record();
            String feature = place.get()
                    .feature()
                    .map(key -> ", feature \"" + Escapes.visible(key) + "\"")
                    .orElse("");
            for (Bytes tensor : inRecord(file, name, place.get())) {
                print(terminal, file.name(), name + feature, "", tensor);
            }
            return ExitCode.FINE;
        }
        try (InputStream in = Channels.newInputStream(file.source().open(0))) {
            print(
                    terminal,
                    file.name(),
                    file.name(),
                    "; if it is a record file, choose a record, for example with --record 0",
                    Bytes.ofOwned(in.readAllBytes()));
        }
        return ExitCode.FINE;
    }

    private void print(Terminal terminal, String file, String place, String remedy, Bytes bytes) throws IOException {
        DenseTensor tensor;
        try {
            tensor = TensorProto.parse(bytes, limitBytes);
        } catch (MalformedTensorException e) {
            String message = switch (e.reason()) {
                case OVER_LIMIT -> e.detail() + "; if you trust the file, raise --limit-bytes";
                case MALFORMED, NO_DATA, OTHER_TYPE, TOO_LARGE, OTHER_LENGTH -> e.getMessage() + remedy;
            };
            throw new IOException(place + ": " + message, e);
        }
        if (style == Style.JSON) {
            TensorJson line = new TensorJson(terminal.text());
            line.json().beginObject().name("file").string(file);
            line.members(tensor);
            line.json().endObject();
            line.endLine();
        } else {
            terminal.print(Escapes.visible(tensor.toString()) + "\n");
        }
    }

    private static List<Bytes> inRecord(InputFile file, String name, Place place) throws IOException {
        try (RecordReader reader = place.read().open(file.source())) {
            long records = 0;
            while (reader.next()) {
                if (reader.index() == place.record()) {
                    return place.feature().isEmpty()
                            ? List.of(Bytes.copyOf(reader.payload()))
                            : inFeature(reader, place.feature().get());
                }
                records++;
            }
            throw new UsageException(name + ": no such record; the file has " + Sizes.count(records, "record"));
        }
    }

    private static List<Bytes> inFeature(RecordReader reader, String key) throws IOException {
        String name = reader.name() + ": record " + reader.index();
        OtherMessages others = new OtherMessages(reader.format());
        String place = name + " at offset " + reader.offset() + " ";
        Optional<String> problem = others.problem(reader.payload());
        if (problem.isPresent()) {
            throw new IOException(place + problem.get());
        }
        Example example;
        try {
            example = Example.parse(reader.payload(), ExampleContent.dialect(reader.format()));
        } catch (MalformedMessageException e) {
            throw new IOException(place + others.sentence(reader.payload()), e);
        }
        Feature feature = example.features().get(key);
        if (feature == null) {
            throw new UsageException(name + ": no such feature: \"" + Escapes.visible(key) + "\"; the record has "
                    + Escapes.visible(String.join(", ", example.features().keySet())));
        }
        if (feature.kind() != Kind.BYTES) {
            throw new UsageException(name + ": feature \"" + Escapes.visible(key)
                    + "\": expected bytes (a serialised tensor), found " + feature.kind());
        }
        return feature.bytes();
    }
}
