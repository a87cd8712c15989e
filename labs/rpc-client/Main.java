// The RPC client of incident 3 and its server.
//   java -cp CLASSES:netty-common.jar Main FOLDER MODE SECONDS RATE SEED      MODE: retaining, reference-dropped, timeout-cancelled
// starts the server as a child process, sends requests from 100 callers, and writes FOLDER/requests.csv.
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

public final class Main {
    private static final int CONNECTIONS = 4;

    private Main() {
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        AfterAnswer mode = AfterAnswer.named(arguments[1]);
        double seconds = Double.parseDouble(arguments[2]);
        int rate = Integer.parseInt(arguments[3]);
        long seed = Long.parseLong(arguments[4]);
        Files.createDirectories(folder);
        Process server = startServer();
        int port = Integer.parseInt(server.inputReader().readLine());
        RpcClient client = new RpcClient(port, CONNECTIONS, mode);
        Load load = new Load(client, rate, seed);
        load.warmUp();
        List<String> rows = load.run(seconds);
        // The program exits here, while the timers of the last three seconds are still set: a flight recording at exit
        // then sees the objects that are live under load.
        server.getOutputStream().close();
        Files.write(folder.resolve("requests.csv"), rows);
        System.exit(load.failed() == 0 ? 0 : 1);
    }

    /** The server ends when its standard input does, so never later than this process. */
    private static Process startServer() throws Exception {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java"), "-Xmx128m", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "Server"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().remove("JDK_JAVA_OPTIONS"); // only the client is recorded
        return builder.start();
    }
}
