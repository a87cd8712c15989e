import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpServer;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;

/**
 * Work hello | Work allocate ROUNDS | Work serve REQUESTS: a fixed amount of work. The first quarter warms up; of the rest it
 * prints the CPU time of the process, and for serve the requests' 99th percentile, in microseconds.
 */
public final class Work {
    private static volatile Object sink;

    public static void main(String[] args) throws Exception {
        if (args[0].equals("hello")) {
            System.out.println("hello");
            return;
        }
        int count = Integer.parseInt(args[1]);
        if (args[0].equals("allocate")) {
            allocate(count / 4);
            long began = cpu();
            allocate(count - count / 4);
            System.out.println("work_us=" + (cpu() - began) / 1000);
        } else {
            serve(count);
        }
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static void allocate(int rounds) {
        byte[][] kept = new byte[1000][];
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < 1000; i++) sink = new byte[256 + (i & 1023)];
            kept[round % kept.length] = new byte[1000];
        }
    }

    private static byte[] page() {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 500; i++) rows.add("product " + i);
        return String.join("\n", rows).getBytes();
    }

    private static void serve(int requests) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var threads = Executors.newFixedThreadPool(2);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            byte[] answer = page();
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        URL url = new URL("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        ask(url, new long[requests / 4]);
        long began = cpu();
        long[] times = new long[requests - requests / 4];
        ask(url, times);
        long used = cpu() - began;
        Arrays.sort(times);
        System.out.println("work_us=" + used / 1000 + " p99_us=" + times[times.length * 99 / 100] / 1000);
        server.stop(0);
        threads.shutdown();
    }

    private static void ask(URL url, long[] times) throws Exception {
        for (int i = 0; i < times.length; i++) {
            long started = System.nanoTime();
            try (InputStream answer = url.openStream()) {
                answer.readAllBytes();
            }
            times[i] = System.nanoTime() - started;
        }
    }
}
