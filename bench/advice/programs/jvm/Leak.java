/** A map of sessions that nothing removes from, 20 MiB/s. Fixed: it keeps the last 5,000. */
public class Leak {
    private static final java.util.Map<Long, byte[]> sessions = new java.util.LinkedHashMap<>();
    private static final long began = System.nanoTime();
    private static Object kept;

    public static void main(String[] args) throws Exception {
        Advice.run(args, Leak::unit);
    }

    private static void unit(long work, boolean fixed) throws Exception {
        for (int i = 0; i < 200; i++) kept = new byte[500];
        sessions.put(work, new byte[1_000]);
        if (fixed && sessions.size() > 5_000) sessions.remove(sessions.keySet().iterator().next());
        // An open loop: the leak grows at the same rate on any machine.
        while (work > (System.nanoTime() - began) / 50_000) Thread.sleep(1);
    }
}
