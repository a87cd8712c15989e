/** Each script is loaded by a class loader of its own, so metadata collections run. Fixed: one loader is kept. */
public class Loaders {
    private static Class<?> loaded;
    private static byte[] code;
    static class Script { static final byte[] DATA = new byte[1000]; }
    static class Fresh extends ClassLoader {
        Class<?> define() { return defineClass("Loaders$Script", code, 0, code.length); }
    }

    public static void main(String[] args) throws Exception {
        boolean fixed = args.length > 1 && args[1].equals("fixed");
        long end = System.nanoTime() + (long) (Double.parseDouble(args.length > 0 ? args[0] : "4") * 1e9), work = 0;
        long[] nanos = new long[1 << 20];
        java.io.InputStream in = Loaders.class.getResourceAsStream("Loaders$Script.class");
        code = new byte[in.available()];
        if (in.read(code) != code.length) throw new IllegalStateException();
        for (long start; (start = System.nanoTime()) < end; work++) {
            unit(work, fixed);
            nanos[(int) (work & (nanos.length - 1))] = System.nanoTime() - start;
        }
        result(work, nanos, (int) Math.min(work, nanos.length));
    }

    private static void unit(long work, boolean fixed) throws Exception {
        if (!fixed || loaded == null) loaded = new Fresh().define();
        java.lang.reflect.Field data = loaded.getDeclaredField("DATA");
        data.setAccessible(true);
        if (((byte[]) data.get(null)).length != 1000) throw new IllegalStateException();
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
