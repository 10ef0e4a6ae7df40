package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import dev.riffle.typed.RecordCodec;
import java.util.List;
import org.junit.jupiter.api.Test;

class TypedSequenceTest {

    public record Session(long user, List<List<String>> queries, float[][] frames) {}

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        RecordCodec<Session> codec = RecordCodec.of(Session.class);
        Session session = new Session(7, List.of(List.of("red", "shoes"), List.of("boots")), new float[][] {{1, 2}});

        Bytes payload = codec.encode(session);
        SequenceExample message = SequenceExample.parse(payload);

        out.println(message.context().names() + " " + message.names());
        out.println(codec.sequenceSpecs());
        // end
        assertThat(out).hasToString("""
                [user] [frames, queries]
                context(user:int64) lists(queries:string*, frames:float32*)
                """);
        assertThat(codec.decode(payload).queries()).isEqualTo(session.queries());
    }
}
