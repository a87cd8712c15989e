import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Says "ready", then allocates until it is ended. With the argument "rounds" it allocates a while for each line that it gets,
 * and answers with what the JVM's own counters say: NAME=COUNT for each collector.
 */
public class Live {
    static Object sink;

    static List<Object> kept = new ArrayList<>();

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        System.out.println("ready");
        if (arguments.length == 0) {
            while (true) {
                allocate();
                Thread.sleep(2);
            }
        }

        while (lines.readLine() != null) {
            for (int i = 0; i < 400; i++) allocate();
            StringBuilder counts = new StringBuilder();
            for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans())
                counts.append(bean.getName().replace(' ', '_')).append('=').append(bean.getCollectionCount()).append(' ');
            System.out.println(counts);
        }
    }

    static void allocate() {
        for (int i = 0; i < 2000; i++) {
            sink = new byte[1000];
            if (i % 50 == 0) kept.add(sink);
        }
        if (kept.size() > 20000) kept.clear();
    }
}
