package dev.riffle.dataset.internal.random;

/**
 * The generator MT19937, seeded like Python's {@code random.Random(seed)}. {@code init_by_array} receives the seed's
 * absolute value in 32-bit words, lowest word first. Only one thread may use a generator.
 */
public final class MersenneTwister {

    private static final int SIZE = 624;
    private static final int MIDDLE = 397;
    private static final int ARRAY_SEED = 19650218;

    private final int[] state = new int[SIZE];
    private int index = SIZE;

    public MersenneTwister(long seed) {
        // Math.abs of the smallest long is negative, but correct as an unsigned number.
        long magnitude = Math.abs(seed);
        int high = (int) (magnitude >>> 32);
        begin(high == 0 ? new int[] {(int) magnitude} : new int[] {(int) magnitude, high});
    }

    /** Returns the next 32 bits. */
    public int nextWord() {
        if (index == SIZE) {
            twist();
            index = 0;
        }
        int word = state[index++];
        word ^= word >>> 11;
        word ^= (word << 7) & 0x9D2C5680;
        word ^= (word << 15) & 0xEFC60000;
        return word ^ (word >>> 18);
    }

    private void begin(int[] key) {
        state[0] = ARRAY_SEED;
        for (int i = 1; i < SIZE; i++) {
            state[i] = 1812433253 * mixed(i - 1) + i;
        }
        int at = 1;
        int word = 0;
        for (int k = 0; k < SIZE; k++) {
            state[at] = (state[at] ^ (mixed(at - 1) * 1664525)) + key[word] + word;
            at = following(at);
            word = (word + 1) % key.length;
        }
        for (int k = 0; k < SIZE - 1; k++) {
            state[at] = (state[at] ^ (mixed(at - 1) * 1566083941)) - at;
            at = following(at);
        }
        state[0] = 0x80000000;
    }

    private int mixed(int at) {
        return state[at] ^ (state[at] >>> 30);
    }

    /**
     * Returns the index after {@code at}. The second index follows the last index, because this method copies the last
     * word to the first word.
     */
    private int following(int at) {
        if (at + 1 < SIZE) {
            return at + 1;
        }
        state[0] = state[SIZE - 1];
        return 1;
    }

    private void twist() {
        for (int i = 0; i < SIZE; i++) {
            int bits = (state[i] & 0x80000000) | (state[(i + 1) % SIZE] & 0x7FFFFFFF);
            int word = state[(i + MIDDLE) % SIZE] ^ (bits >>> 1);
            state[i] = (bits & 1) == 0 ? word : word ^ 0x9908B0DF;
        }
    }
}
