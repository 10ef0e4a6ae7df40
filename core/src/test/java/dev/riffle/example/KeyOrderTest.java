package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyOrderTest {

    @Test
    void returnsTheLastValueOfEachKeyInOrder() {
        Key[] keys = {Key.of("b"), Key.of("a"), Key.of("b"), Key.of("c"), Key.of("ignored")};
        for (int i = 0; i < 2; i++) {
            KeyOrder order = KeyOrder.of(keys, 4);
            assertThat(order.sorted()).extracting(Key::text).containsExactly("a", "b", "c");
            assertThat(order.arrange(new Object[] {0, 1, 2, 3, 4})).containsExactly(1, 2, 3);
        }
        assertThat(KeyOrder.of(keys, 0).sorted()).isEmpty();
    }

    @Test
    void copiesTheArrayOfKeys() {
        Key[] keys = {Key.of("x1"), Key.of("x2")};
        KeyOrder order = KeyOrder.of(keys, 2);
        keys[0] = Key.of("x9");
        assertThat(order.sorted()).extracting(Key::text).containsExactly("x1", "x2");
        assertThat(KeyOrder.of(keys, 2).sorted()).extracting(Key::text).containsExactly("x2", "x9");
    }

    /** Tests more orders and keys than the table stores, on several threads. */
    @Test
    void servesSeveralThreads() throws Exception {
        long seed = Rounds.seed("key order");
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> results = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                long threadSeed = seed + thread;
                results.add(threads.submit(() -> checkRandomOrders(new Random(threadSeed))));
            }
            for (Future<?> result : results) {
                result.get();
            }
        } catch (java.util.concurrent.ExecutionException e) {
            throw new AssertionError("seed " + seed, e);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void checkRandomOrders(Random random) {
        for (int round = 0; round < 5000; round++) {
            List<String> names = new ArrayList<>();
            IntStream.range(0, random.nextInt(10)).forEach(i -> names.add("key " + random.nextInt(3000)));
            Collections.shuffle(names, random);
            ExampleBuilder builder = Example.builder();
            names.forEach(name -> builder.put(name, name));
            Example example = Example.parse(builder.build().toByteArray());
            assertThat(example.names()).containsExactlyElementsOf(new TreeSet<>(names));
            names.forEach(name -> assertThat(example.feature(name).utf8Value()).isEqualTo(name));
        }
    }

    @Test
    void keysOfBytesAndOfTextAreEqual() {
        for (String text :
                Arrays.asList("", "a", "abcdefg", "abcdefgh", "abcdefghi", "é", "x".repeat(64), "x".repeat(65))) {
            byte[] utf8 = Key.of(text).utf8();
            byte[] padded = new byte[utf8.length + 5];
            System.arraycopy(utf8, 0, padded, 2, utf8.length);
            Key ofBytes = KeyCache.of(padded, 2, 2 + utf8.length);
            assertThat(ofBytes).isEqualTo(KeyCache.of(text)).hasSameHashCodeAs(KeyCache.of(text));
            assertThat(ofBytes.text()).isEqualTo(text);
            if (utf8.length <= 64) {
                assertThat(KeyCache.of(padded, 2, 2 + utf8.length)).isSameAs(ofBytes);
            }
        }
    }
}
