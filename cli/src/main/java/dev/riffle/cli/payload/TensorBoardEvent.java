package dev.riffle.cli.payload;

import dev.riffle.cli.terminal.Escapes;
import dev.riffle.example.Feature;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.MalformedTensorException;
import dev.riffle.tensor.TensorProto;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The content of a {@code tf.Event}: the time, the step and the values with their tags. */
public final class TensorBoardEvent {

    /**
     * A value of a summary.
     *
     * @param kind float, image, histogram, audio or not set, or the type of the elements of a tensor
     * @param feature the numbers or byte strings of the value, for summaries of files
     * @param tensor the tensor, if the value is a valid tensor
     */
    public record Value(byte[] message, String tag, String kind, Feature feature, Optional<DenseTensor> tensor) {}

    /** The latest time that a date shows, in seconds since 1970. */
    private static final double LATEST = 1e11;

    private final byte[] payload;
    private double wallTime;
    private long step;
    private final List<Value> values = new ArrayList<>();

    private TensorBoardEvent(byte[] payload) {
        this.payload = payload;
    }

    /** Reads a payload whose type is {@link dev.riffle.example.internal.PayloadKind#EVENT}. */
    public static TensorBoardEvent parse(byte[] payload) {
        TensorBoardEvent event = new TensorBoardEvent(payload);
        FieldScanner fields = FieldScanner.of(payload);
        while (fields.next()) {
            if (fields.number() == EventSchema.WALL_TIME.number()) {
                event.wallTime = Double.longBitsToDouble(fields.fixed64());
            } else if (fields.number() == EventSchema.STEP.number()) {
                event.step = fields.varint();
            } else if (fields.number() == EventSchema.SUMMARY.number()) {
                FieldScanner summary = fields.inside();
                while (summary.next()) {
                    event.values.add(value(summary.bytes().toByteArray()));
                }
            }
        }
        return event;
    }

    private static Value value(byte[] message) {
        String tag = "";
        Value value = new Value(message, tag, "not set", Feature.notSet(), Optional.empty());
        FieldScanner fields = FieldScanner.of(message);
        while (fields.next()) {
            int number = fields.number();
            if (number == EventSchema.TAG.number()) {
                tag = fields.bytes().utf8();
            } else if (number == EventSchema.SIMPLE_VALUE.number()) {
                Feature single = Feature.of(Float.intBitsToFloat(fields.fixed32()));
                value = new Value(message, tag, "float", single, Optional.empty());
            } else if (number == EventSchema.TENSOR_VALUE.number()) {
                value = ofTensor(message, fields.bytes());
            } else if (number == EventSchema.IMAGE_VALUE.number()) {
                Feature image = encoded(fields, EventSchema.ENCODED_IMAGE);
                value = new Value(message, tag, "image", image, Optional.empty());
            } else if (number == EventSchema.AUDIO_VALUE.number()) {
                Feature audio = encoded(fields, EventSchema.ENCODED_AUDIO);
                value = new Value(message, tag, "audio", audio, Optional.empty());
            } else if (number == EventSchema.HISTOGRAM_VALUE.number()) {
                value = new Value(message, tag, "histogram", Feature.notSet(), Optional.empty());
            }
        }
        return new Value(message, tag, value.kind(), value.feature(), value.tensor());
    }

    /** Returns the bytes of an image or a sound. */
    private static Feature encoded(FieldScanner fields, MessageSchema.Field field) {
        Feature found = Feature.notSet();
        if (fields.isMessage()) {
            FieldScanner inside = fields.inside();
            MessageSchema only = MessageSchema.of(field);
            while (inside.next()) {
                if (only.field(inside.tag()).isPresent()) {
                    found = Feature.of(inside.bytes());
                }
            }
        }
        return found;
    }

    private static Value ofTensor(byte[] message, Bytes serialized) {
        DenseTensor tensor;
        try {
            tensor = TensorProto.parse(serialized);
        } catch (MalformedTensorException e) {
            return new Value(message, "", "tensor", Feature.of(serialized), Optional.empty());
        }
        return new Value(message, "", tensor.dtype().typeName(), feature(tensor.values()), Optional.of(tensor));
    }

    private static Feature feature(Values values) {
        return switch (values.dtype()) {
            case STRING -> Feature.ofBytes(values.toBytes());
            case FLOAT32 -> Feature.of(values.toFloats());
            case FLOAT64 -> Feature.ofDoubles(values.toDoubles());
            case INT64 -> Feature.of(values.toLongs());
            case INT32 -> Feature.of(values.toInts());
            default -> Feature.notSet();
        };
    }

    /** Returns the time in seconds since 1970. */
    public double wallTime() {
        return wallTime;
    }

    public long step() {
        return step;
    }

    /** Returns a time as text in UTC, for example {@code 2023-11-14T22:13:20.500Z}. Empty if no date fits. */
    public static Optional<String> dateOf(double wallTime) {
        if (!(Math.abs(wallTime) < LATEST)) {
            return Optional.empty();
        }
        return Optional.of(Instant.ofEpochMilli(Math.round(wallTime * 1000)).toString());
    }

    /** Returns the values of the summary in their stored order. Empty if the event has no summary. */
    public List<Value> values() {
        return values;
    }

    /** Prints comment lines with the date, the step and the decoded values, then the event in text format. */
    void writeText(Appendable target) throws IOException {
        Pieces pieces = new Pieces(target);
        pieces.text.append("# ");
        dateOf(wallTime).ifPresent(date -> pieces.text.append(date).append(", "));
        pieces.text.append("step ").append(step).append('\n');
        for (Value value : values) {
            value.tensor()
                    .ifPresent(tensor -> pieces.text
                            .append("# ")
                            .append(Escapes.visible(value.tag()))
                            .append(": ")
                            .append(tensor)
                            .append('\n'));
        }
        pieces.flush();
        MessageText.print(payload, EventSchema.EVENT, target);
    }

    /** Prints the event in protobuf's JSON mapping. */
    void writeJson(Appendable target) throws IOException {
        Pieces pieces = new Pieces(target);
        new MessageJson(pieces, MessageJson.Form.MAPPING).object(payload, EventSchema.EVENT);
        pieces.flush();
    }

    /** Prints an object with the time, the step, and the values with their tags. */
    public void writePlain(Appendable target) throws IOException {
        Pieces pieces = new Pieces(target);
        MessageJson message = new MessageJson(pieces, MessageJson.Form.PLAIN);
        JsonWriter json = message.json();
        json.beginObject().name("wall_time");
        message.scalar(wallTime);
        json.name("step").number(step);
        for (MessageSchema.Field field : EventSchema.OTHER_CONTENT) {
            message.member(payload, field);
        }
        if (!values.isEmpty()) {
            json.name("values").beginArray();
            for (Value value : values) {
                json.beginObject().name("tag").string(value.tag());
                if (value.kind().equals("float")) {
                    json.name("value");
                    message.scalar(value.feature().floatAt(0));
                } else if (value.tensor().isPresent()) {
                    json.name("value");
                    new TensorJson(pieces, json).values(value.tensor().get());
                } else {
                    for (MessageSchema.Field field : EventSchema.OTHER_VALUES) {
                        message.member(value.message(), field);
                    }
                }
                json.endObject();
                pieces.passOn();
            }
            json.endArray();
        }
        json.endObject();
        pieces.flush();
    }
}
