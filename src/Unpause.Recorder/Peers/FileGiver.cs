using System.Security.Cryptography;

namespace Unpause.Recorder.Peers;

/// <summary>
/// Sends files by descriptor to processes of the run that changed their user and can't open a file in the recording's folder
/// (agents/python/FORMAT.md, Requesting files). Every user on the machine may connect. Connections without the token are refused, and
/// silent ones are dropped.
/// </summary>
/// <param name="folder">The recording's folder; owned by the caller, and open until this is disposed.</param>
[SupportedOSPlatform("linux")]
internal sealed unsafe class FileGiver(FolderHandle folder) : IDisposable
{
    /// <summary>The environment variable with the socket and the token.</summary>
    public const string VariableName = "UNPAUSE_RECORDING_ASK";

    /// <summary>How long a connection may take to send its line.</summary>
    public const int PatienceMilliseconds = 200;

    private const int MostOpen = 16, MostAcceptedAtOnce = 64, MostProblems = 20;
    private const int Queue = 256; // a longer queue, filled by other users, would let every request time out
    private const int TokenBytes = 16;
    private const int PauseMilliseconds = 10;

    private readonly string _name = "unpause-" + KernelRandom.HexDigits(TokenBytes);
    private readonly string _token = KernelRandom.HexDigits(TokenBytes);
    private readonly List<AskingPeer> _peers = [];
    private readonly List<string> _problems = [];
    private readonly int[] _wake = [-1, -1];
    private int _listener = -1;
    private Thread? _thread;

    /// <summary>The variable's value: the socket's abstract name, the token, and the user id that must own the socket.</summary>
    public string Variable => $"{_name} {_token} {FileCalls.OwnUser().ToString(CultureInfo.InvariantCulture)}";

    /// <summary>Problems for the report, each once.</summary>
    public IReadOnlyList<string> Problems
    {
        get
        {
            lock (_problems) return [.. _problems];
        }
    }

    /// <summary>Starts the thread. False when no socket can be created; then the variable is not set.</summary>
    public bool Start()
    {
        if (!Listen())
        {
            var error = Marshal.GetLastPInvokeErrorMessage();
            Notify($"Python processes that change their user are not recorded, because they can't request a file: {error}.");
            return false;
        }

        _thread = new Thread(Serve) { IsBackground = true, Name = "give files" };
        _thread.Start();
        return true;
    }

    /// <summary>Stops at once, even with open connections.</summary>
    public void Dispose()
    {
        Close(ref _wake[1]); // the thread reads end of file
        _thread?.Join();
        _thread = null;
        Close(ref _wake[0]);
        Close(ref _listener);
    }

    private static void Close(ref int descriptor)
    {
        if (descriptor >= 0) LibC.Close(descriptor);
        descriptor = -1;
    }

    private bool Listen()
    {
        _listener = PeerCalls.Socket(PeerCalls.UnixFamily, PeerCalls.StreamCloseOnExecNonBlocking, 0);
        if (_listener < 0) return false;
        var address = stackalloc byte[PeerCalls.AddressBytes];
        *(ushort*)address = PeerCalls.UnixFamily;
        address[PeerCalls.AddressNameAt] = 0; // an abstract name
        var at = PeerCalls.AddressNameAt + 1;
        var length = at + Encoding.ASCII.GetBytes(_name, new Span<byte>(address + at, PeerCalls.AddressBytes - at));
        fixed (int* ends = _wake)
        {
            return PeerCalls.Bind(_listener, address, (uint)length) == 0 && PeerCalls.Listen(_listener, Queue) == 0
                && LibC.Pipe(ends, LibC.OCloseOnExec) == 0;
        }
    }

    private void Serve()
    {
        var files = new GivenFiles(folder, Notify);
        var token = Encoding.ASCII.GetBytes(_token);
        var entries = stackalloc LibC.PollEntry[2 + MostOpen];
        while (true)
        {
            entries[0] = new LibC.PollEntry { Descriptor = _wake[0], Events = LibC.PollIn };
            entries[1] = new LibC.PollEntry { Descriptor = _listener, Events = LibC.PollIn };
            for (var i = 0; i < _peers.Count; i++)
            {
                entries[2 + i] = new LibC.PollEntry { Descriptor = _peers[i].Socket, Events = LibC.PollIn };
            }

            if (LibC.Poll(entries, (nuint)(2 + _peers.Count), Patience()) < 0) entries[0].Returned = 0;
            if (entries[0].Returned != 0) break;
            _peers.RemoveAll(peer => IsDone(peer, files, token));
            if (Accept(files, token)) continue;
            LibC.Poll(entries, 1, PauseMilliseconds); // connections wait that cannot be accepted: without a pause this would be a busy loop
        }

        _peers.ForEach(peer => peer.Close());
        _peers.Clear();
    }

    /// <summary>Milliseconds until the first connection is to be dropped; infinite when there is none.</summary>
    private int Patience() => _peers.Count == 0
        ? -1
        : (int)Math.Clamp(_peers.Min(peer => peer.Deadline) - Environment.TickCount64, 0, PatienceMilliseconds);

    /// <summary>Accepts waiting connections and reads what they have sent. False when the system allows none.</summary>
    private bool Accept(GivenFiles files, byte[] token)
    {
        for (var taken = 0; taken < MostAcceptedAtOnce; taken++)
        {
            var socket = PeerCalls.Accept(_listener, null, null, PeerCalls.CloseOnExecNonBlocking);
            if (socket < 0)
            {
                var error = Marshal.GetLastPInvokeError();
                if (error is LibC.Eintr or LibC.Econnaborted) continue;
                if (error == LibC.Eagain) return true;
                Notify($"A Python process that changed its user may be missing: accept: {Marshal.GetPInvokeErrorMessage(error)}.");
                return false;
            }

            if (PeerCredentials.Read(socket) is not { } credentials)
            {
                LibC.Close(socket);
                continue;
            }

            var peer = new AskingPeer(socket, credentials, Environment.TickCount64 + PatienceMilliseconds);
            if (!IsDone(peer, files, token)) Keep(peer);
        }

        return true;
    }

    /// <summary>Keeps an incomplete one. The user with the most connections loses the oldest, so strangers only drop their own.</summary>
    private void Keep(AskingPeer peer)
    {
        if (_peers.Count == MostOpen)
        {
            var oldest = _peers.GroupBy(one => one.Credentials.UserId).MaxBy(group => group.Count())!.First();
            oldest.Close();
            _peers.Remove(oldest);
        }

        _peers.Add(peer);
    }

    /// <summary>Continues to read, answers a complete line, and closes connections that are answered or late.</summary>
    private static bool IsDone(AskingPeer peer, GivenFiles files, byte[] token)
    {
        var line = peer.ReadLine();
        if (line is null && Environment.TickCount64 < peer.Deadline) return false;
        if (line is { Length: > 0 }) Answer(peer, FileRequest.Parse(line, token), files);
        peer.Close();
        return true;
    }

    private static void Answer(AskingPeer peer, FileRequest? request, GivenFiles files)
    {
        using var file = request is null ? null : files.Open(request, peer.Credentials);
        var taken = peer.Answer(file is null ? -1 : (int)file.DangerousGetHandle());
        if (file is not null && !taken && request is { Makes: true }) files.TakeBack(request.Name);
    }

    private void Notify(string problem)
    {
        lock (_problems)
        {
            if (_problems.Count < MostProblems && !_problems.Contains(problem, StringComparer.Ordinal)) _problems.Add(problem);
        }
    }
}

/// <summary>A request for a file: <c>TOKEN make NAME</c> or <c>TOKEN open NAME</c> (agents/python/FORMAT.md, Requesting files).</summary>
/// <param name="Makes">A new file; otherwise an existing one.</param>
/// <param name="Name">Its name without a folder, in the agent's format.</param>
/// <param name="ProcessId">The process id in the name.</param>
[SupportedOSPlatform("linux")]
internal sealed record FileRequest(bool Makes, string Name, int ProcessId)
{
    /// <summary>Maximum length of a line.</summary>
    public const int MostBytes = 256;

    private const string Prefix = "python-";
    private const int LongestName = 100;

    private static readonly string[] Extensions = [".upgc", RunNotes.Extension];

    /// <summary>Parses a line without its end. Null when the request is not allowed, or lacks the token.</summary>
    public static FileRequest? Parse(ReadOnlySpan<byte> line, ReadOnlySpan<byte> token)
    {
        // In constant time, so that the duration reveals nothing about the token.
        if (line.Length < token.Length || !CryptographicOperations.FixedTimeEquals(line[..token.Length], token)) return null;
        var rest = line[token.Length..];
        var makes = rest.StartsWith(" make "u8);
        if (!makes && !rest.StartsWith(" open "u8)) return null;
        var name = rest[" make ".Length..];
        return IsPlain(name) && ProcessOf(Encoding.ASCII.GetString(name)) is { } process
            ? new FileRequest(makes, Encoding.ASCII.GetString(name), process)
            : null;
    }

    private static bool IsPlain(ReadOnlySpan<byte> name) =>
        name.Length <= LongestName && name.IndexOfAnyExcept("abcdefghijklmnopqrstuvwxyz0123456789.-"u8) < 0;

    private static int? ProcessOf(string name)
    {
        var extension = Array.Find(Extensions, end => name.EndsWith(end, StringComparison.Ordinal));
        if (extension is null || !name.StartsWith(Prefix, StringComparison.Ordinal)) return null;
        var dash = name.IndexOf('-', Prefix.Length);
        if (dash < 0 || dash + 1 >= name.Length - extension.Length) return null;
        var digits = name.AsSpan(Prefix.Length, dash - Prefix.Length);
        return int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var process) ? process : null;
    }
}
