/** Replies stay reachable in a queue of 100 MiB after use, so each is promoted. Fixed: they are dropped when done. */
public class Retained {
    private static final java.util.ArrayDeque<byte[]> done = new java.util.ArrayDeque<>();

    public static void main(String[] args) throws Exception {
        Advice.run(args, Retained::unit);
    }

    private static void unit(long work, boolean fixed) throws Exception {
        for (int i = 0; i < 50; i++) {
            byte[] reply = new byte[500];
            if (fixed) continue;
            done.add(reply);
            if (done.size() > 190_000) done.remove();
        }
        if (work % 40 == 0) Thread.sleep(1);
    }
}
