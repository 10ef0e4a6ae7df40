package dev.riffle.example.internal;

import static dev.riffle.example.internal.ForeignMessages.field;
import static dev.riffle.example.internal.ForeignMessages.join;
import static dev.riffle.example.internal.ForeignMessages.varint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.internal.WireException;
import dev.riffle.io.Bytes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ExampleListsTest {

    private static final Example ONE = Example.builder().put("n", 1L).build();

    private static final Example OTHER = Example.builder().put("m", "x").build();

    @Test
    void findsExamplesAndContextInAnyOrder() {
        ExampleLists list = ExampleLists.parse(
                join(field(1, ONE.toByteArray()), field(2, OTHER.toByteArray()), field(1, new byte[0])));

        assertThat(list.examples()).containsExactly(ONE.toBytes(), Bytes.empty());
        assertThat(list.context()).contains(OTHER.toBytes());
    }

    @Test
    void distinguishesAnEmptyContextFromNone() {
        assertThat(ExampleLists.parse(field(2, new byte[0])).context()).contains(Bytes.empty());
        assertThat(ExampleLists.parse(field(1, ONE.toByteArray())).context()).isEmpty();
        assertThat(ExampleLists.parse(new byte[0]).examples()).isEmpty();
    }

    @Test
    void mergesContexts() {
        ExampleLists list = ExampleLists.parse(join(field(2, ONE.toByteArray()), field(2, OTHER.toByteArray())));

        assertThat(Example.parse(list.context().orElseThrow()))
                .isEqualTo(Example.builder().put("n", 1L).put("m", "x").build());
    }

    @Test
    void skipsUnknownFields() {
        ExampleLists list =
                ExampleLists.parse(join(varint(1, 5), field(3, "text"), field(1, ONE.toByteArray()), varint(2, 7)));

        assertThat(list.examples()).containsExactly(ONE.toBytes());
        assertThat(list.context()).isEmpty();
    }

    @Test
    void rejectsIncompleteMessages() {
        byte[] list = field(1, ONE.toByteArray());

        for (int size = 1; size < list.length; size++) {
            byte[] cut = Arrays.copyOf(list, size);
            assertThatThrownBy(() -> ExampleLists.parse(cut)).isInstanceOf(WireException.class);
        }
    }
}
