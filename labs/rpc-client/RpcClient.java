import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** A client whose calls share some connections; each call has a timeout in a wheel timer, as Netty's users have them. */
final class RpcClient {
    static final int TIMEOUT_SECONDS = 3;

    private final HashedWheelTimer timer = new HashedWheelTimer();
    private final Connection[] connections;
    private final AfterAnswer afterAnswer;
    private final AtomicLong ids = new AtomicLong();

    RpcClient(int port, int connections, AfterAnswer afterAnswer) throws IOException {
        this.afterAnswer = afterAnswer;
        this.connections = new Connection[connections];
        for (int i = 0; i < connections; i++) this.connections[i] = new Connection(port);
    }

    /** Sends a parameter, waits for the answer, and gives the number of bytes in it. */
    int call(byte[] parameter) throws IOException, InterruptedException, TimeoutException {
        Request request = new Request(ids.incrementAndGet(), parameter);
        RpcFuture future = new RpcFuture(request);
        Timeout timeout = timer.newTimeout(new TimeoutCheckTask(future), TIMEOUT_SECONDS, TimeUnit.SECONDS);
        connections[(int) (request.id % connections.length)].send(future);
        int bytes = 0;
        for (User user : future.get().result) {
            for (byte[] field : user.fields) bytes += field.length;
        }
        afterAnswer.done(future, timeout);
        return bytes;
    }

    /** A connection with a thread that reads answers and gives them to those who wait. */
    private static final class Connection {
        private final Map<Long, RpcFuture> pending = new ConcurrentHashMap<>();
        private final DataOutputStream output;
        private final DataInputStream input;

        Connection(int port) throws IOException {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            output = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
            input = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
            Thread reader = new Thread(this::read, "rpc-reader");
            reader.setDaemon(true);
            reader.start();
        }

        void send(RpcFuture future) throws IOException {
            Request request = future.request();
            pending.put(request.id, future);
            synchronized (output) {
                output.writeLong(request.id);
                output.writeInt(request.body.length);
                output.write(request.body);
                output.flush();
            }
        }

        private void read() {
            ByteBuffer wire = ByteBuffer.allocate(1 << 20);
            try {
                while (true) {
                    long id = input.readLong();
                    int users = input.readInt();
                    wire.clear().limit(input.readInt());
                    input.readFully(wire.array(), 0, wire.limit());
                    User[] result = new User[users];
                    for (int i = 0; i < users; i++) result[i] = User.read(wire);
                    RpcFuture future = pending.remove(id);
                    if (future != null) future.complete(new Response(result));
                }
            } catch (EOFException e) {
                // The server has ended.
            } catch (IOException e) {
                e.printStackTrace();
            }
        }
    }
}
