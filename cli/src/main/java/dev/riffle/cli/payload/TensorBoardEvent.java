package dev.riffle.cli.payload;

import dev.riffle.cli.terminal.Escapes;
import dev.riffle.internal.JsonWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The content of a {@code tf.Event}: the time, the step and the values with their tags. */
public final class TensorBoardEvent {

    /** The latest time that a date shows, in seconds since 1970. */
    private static final double LATEST = 1e11;

    private final byte[] payload;
    private double wallTime;
    private long step;
    private final List<SummaryValue> values = new ArrayList<>();

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
                    event.values.add(new SummaryValue(summary.bytes().toByteArray()));
                }
            }
        }
        return event;
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
    public List<SummaryValue> values() {
        return values;
    }

    /** Prints comment lines with the date, the step and the decoded values, then the event in text format. */
    void writeText(Appendable target) throws IOException {
        Pieces pieces = new Pieces(target);
        pieces.text.append("# ");
        dateOf(wallTime).ifPresent(date -> pieces.text.append(date).append(", "));
        pieces.text.append("step ").append(step).append('\n');
        for (SummaryValue value : values) {
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
            for (SummaryValue value : values) {
                value.writePlain(message, pieces);
                pieces.passOn();
            }
            json.endArray();
        }
        json.endObject();
        pieces.flush();
    }
}
