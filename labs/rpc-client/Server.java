import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;

/** Answers every call with the same users, from a buffer made once: it has next to no garbage of its own. */
public final class Server {
    private static final int USERS = 48;
    private static final int LONGEST_FIELD = 16;

    private Server() {
    }

    public static void main(String[] arguments) throws IOException {
        byte[] users = users(new Random(1));
        ServerSocket server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        Thread acceptor = new Thread(() -> accept(server, users), "acceptor");
        acceptor.setDaemon(true);
        acceptor.start();
        System.out.println(server.getLocalPort());
        while (System.in.read() >= 0) {
        }
        System.exit(0);
    }

    private static byte[] users(Random random) {
        byte[] wire = new byte[USERS * User.FIELDS * (LONGEST_FIELD + 1)];
        int at = 0;
        for (int i = 0; i < USERS * User.FIELDS; i++) {
            byte length = (byte) (LONGEST_FIELD / 2 + random.nextInt(LONGEST_FIELD / 2));
            wire[at] = length;
            at += 1 + length;
        }
        return java.util.Arrays.copyOf(wire, at);
    }

    private static void accept(ServerSocket server, byte[] users) {
        try {
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                Thread thread = new Thread(() -> serve(socket, users), "connection");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException e) {
            e.printStackTrace();
        }
    }

    private static void serve(Socket socket, byte[] users) {
        byte[] parameter = new byte[1 << 16];
        try (DataInputStream input = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
            DataOutputStream output = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16))) {
            while (true) {
                long id = input.readLong();
                input.readFully(parameter, 0, input.readInt());
                output.writeLong(id);
                output.writeInt(USERS);
                output.writeInt(users.length);
                output.write(users);
                output.flush();
            }
        } catch (EOFException e) {
            // The client has ended.
        } catch (IOException e) {
            // The client ended during the response.
        }
    }
}
