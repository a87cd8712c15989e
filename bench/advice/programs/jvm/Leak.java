/** A map of sessions that nothing removes from, 20 MiB/s. Fixed: it keeps the last 5,000. */
public class Leak {
    private static final java.util.Map<Long, byte[]> sessions = new java.util.LinkedHashMap<>();
    private static final long began = System.nanoTime();
    private static Object kept;

    public static void main(String[] args) throws Exception {
        boolean fixed = args.length > 1 && args[1].equals("fixed");
        long end = System.nanoTime() + (long) (Double.parseDouble(args.length > 0 ? args[0] : "4") * 1e9), work = 0;
        long[] nanos = new long[1 << 20];

        for (long start; (start = System.nanoTime()) < end; work++) {
            unit(work, fixed);
            nanos[(int) (work & (nanos.length - 1))] = System.nanoTime() - start;
        }
        result(work, nanos, (int) Math.min(work, nanos.length));
    }

    private static void unit(long work, boolean fixed) throws Exception {
        for (int i = 0; i < 200; i++) kept = new byte[500];
        sessions.put(work, new byte[1_000]);
        if (fixed && sessions.size() > 5_000) sessions.remove(sessions.keySet().iterator().next());
        // An open loop: the leak grows at the same rate on any machine.
        while (work > (System.nanoTime() - began) / 50_000) Thread.sleep(1);
    }

    /** The last line that the harness reads: work, latency, CPU and memory of this process. */
    private static void result(long work, long[] nanos, int count) throws Exception {
        String p99 = "null";
        if (count > 0) {
            java.util.Arrays.sort(nanos, 0, count);
            p99 = String.format(java.util.Locale.ROOT, "%.3f", nanos[(int) (count * 0.99)] / 1e6);
        }
        String[] stat = java.nio.file.Files.readString(java.nio.file.Path.of("/proc/self/stat")).split("\\) ")[1].split(" ");
        double cpu = (Long.parseLong(stat[11]) + Long.parseLong(stat[12])) / 100.0;
        long peak = 0;
        for (String line : java.nio.file.Files.readAllLines(java.nio.file.Paths.get("/proc/self/status")))
            if (line.startsWith("VmHWM")) peak = Long.parseLong(line.replaceAll("\\D", "")) / 1024;
        System.out.printf(java.util.Locale.ROOT, "advice-result {\"work\": %d, \"p99_ms\": %s, \"cpu_s\": %.2f, \"rss_mib\": %d}%n",
            work, p99, cpu, peak);
    }
}
