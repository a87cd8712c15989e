import java.util.ArrayDeque;

/**
 * Allocates for a few seconds: most objects die at once, each thousandth lives for a while, now and then one is
 * larger than half a G1 region, and one collection is asked for by code.
 * Arguments: seconds, MiB kept, 1 to allocate large arrays, rounds between two sleeps of a millisecond,
 * collections asked for.
 */
public final class Churn {
    private static volatile Object sink;

    public static void main(String[] args) throws Exception {
        double seconds = args.length > 0 ? Double.parseDouble(args[0]) : 3;
        int keptMiB = args.length > 1 ? Integer.parseInt(args[1]) : 16;
        boolean large = args.length > 2 && args[2].equals("1");
        int pace = args.length > 3 ? Integer.parseInt(args[3]) : 50;
        ArrayDeque<byte[]> kept = new ArrayDeque<>();
        long end = System.nanoTime() + (long) (seconds * 1e9);
        long round = 0;
        int asks = args.length > 4 ? Integer.parseInt(args[4]) : 1;
        int asked = 0;
        while (System.nanoTime() < end) {
            for (int i = 0; i < 1_000; i++) sink = new byte[256 + (i & 1023)];
            kept.addLast(new byte[16 * 1024]);
            if (kept.size() > keptMiB * 64) kept.removeFirst();
            if (large && round % 200 == 0) sink = new byte[700 * 1024];
            if (asked < asks && System.nanoTime() > end - seconds * 1e9 * (asks - asked) / (asks + 1)) {
                System.gc();
                asked++;
            }
            if (++round % pace == 0) Thread.sleep(1);
        }
        System.out.println("rounds " + round + ", kept " + kept.size());
    }
}
