package dev.riffle.listings;

import dev.riffle.example.Example;
import java.util.List;
import java.util.random.RandomGenerator;

// listing
/** A row of the dataset. */
record Observation(boolean feature0, long feature1, String feature2, float feature3) {

    private static final List<String> ANIMALS = List.of("cat", "dog", "chicken", "horse", "goat");

    static Observation random(RandomGenerator random) {
        boolean coin = random.nextBoolean();
        int animal = random.nextInt(ANIMALS.size());
        return new Observation(coin, animal, ANIMALS.get(animal), (float) random.nextGaussian());
    }

    Example toExample() {
        return Example.builder()
                .put("feature0", feature0)
                .put("feature1", feature1)
                .put("feature2", feature2)
                .put("feature3", feature3)
                .build();
    }
}
// end
