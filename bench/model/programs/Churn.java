import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * Keeps a table of records of which one, picked at random, is replaced by each operation, beside some garbage that dies at once.
 * usage: Churn LIVE_MIB SECONDS    prints one line: operations, and what the JVM itself counted
 */
final class Churn {
    private static final int RECORD_BYTES = 1024;
    private static final int GARBAGE_PER_OPERATION = 2;
    /** Steps of arithmetic that an operation takes beside: some two microseconds. */
    private static final int STEPS_PER_OPERATION = 2000;
    private static Churn sink;

    private Churn next;
    private byte[] body;

    private static Churn made() {
        Churn one = new Churn();
        one.body = new byte[RECORD_BYTES / 2 - 40];
        one.next = new Churn();
        one.next.body = new byte[RECORD_BYTES / 2 - 40];
        return one;
    }

    private static long[] collected() {
        long count = 0, time = 0;
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (bean.getName().contains("Concurrent")) continue;
            count += bean.getCollectionCount();
            time += bean.getCollectionTime();
        }
        return new long[] {count, time};
    }

    public static void main(String[] args) {
        int live = Integer.parseInt(args[0]);
        double seconds = Double.parseDouble(args[1]);
        Churn[] table = new Churn[(int) (((long) live << 20) / RECORD_BYTES)];
        for (int i = 0; i < table.length; i++) table[i] = made();
        long[] before = collected();
        long begin = System.nanoTime(), state = 1, operations = 0;
        while ((System.nanoTime() - begin) / 1e9 < seconds) {
            for (int batch = 0; batch < 1000; batch++) {
                for (int i = 0; i < STEPS_PER_OPERATION; i++) state = state * 6364136223846793005L + 1442695040888963407L;
                table[(int) ((state >>> 33) % table.length)] = made();
                for (int i = 0; i < GARBAGE_PER_OPERATION; i++) sink = made();
            }
            operations += 1000;
        }
        double elapsed = (System.nanoTime() - begin) / 1e9;
        long[] after = collected();
        System.out.printf("operations %d seconds %.3f collections %d pause_ms %d%n", operations, elapsed, after[0] - before[0],
            after[1] - before[1]);
    }
}
