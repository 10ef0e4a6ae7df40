package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.listings.TypedRecordTest.Click;
import dev.riffle.typed.RecordCodec;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TypedRecordCodecTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        RecordCodec<Click> codec = RecordCodec.of(Click.class);

        Bytes payload = codec.encode(new Click(7, "home", 0.5f, List.of("new"), Optional.empty()));
        Click click = codec.decode(payload);

        out.println(click);
        out.println(Example.parse(payload).names());
        out.println(codec.specs());
        // end
        assertThat(out).hasToString("""
                Click[user=7, page=home, score=0.5, tags=[new], campaign=Optional.empty]
                [page, score, tags, user]
                user:int64, page:string, score:float32, tags:string*, campaign:int64*
                """);
    }
}
