using Unpause.Recorder.Rights;
using Unpause.Recordings.Rings;

namespace Unpause.Recorder.Rings;

/// <summary>
/// The other process of <c>unpause watch</c>: <c>unpause-services</c>, which reads the ring, judges and serves. It gets its settings on
/// standard input, ends with that, and asks on standard output. If it ends by itself, it is started again.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class JudgeProcess : IDisposable
{
    private const int MostLineChars = 200;
    private static readonly TimeSpan BetweenStarts = TimeSpan.FromSeconds(2), MostEnding = TimeSpan.FromSeconds(5);

    private readonly string _program;
    private readonly WatchSettings _settings;
    private readonly Action<string> _finish;
    private readonly CancellationTokenSource _stop = new();
    private readonly Thread _thread;
    private Process? _child;

    /// <summary>Starts it, and keeps it running.</summary>
    /// <param name="program">The path of <c>unpause-services</c>.</param>
    /// <param name="finish">Takes the key of a process whose oldest part is to be ended.</param>
    public JudgeProcess(string program, WatchSettings settings, Action<string> finish)
    {
        (_program, _settings, _finish) = (program, settings, finish);
        _thread = new Thread(Keep) { IsBackground = true, Name = "keep the judge running" };
        _thread.Start();
    }

    /// <summary>How often it had to be started again.</summary>
    public int Restarts { get; private set; }

    /// <summary>
    /// Makes the folders that the judge writes to. As root they belong to a user that owns nothing, the same as before where there was one.
    /// </summary>
    /// <returns>The user that the judge becomes; null where unpause is not root.</returns>
    /// <exception cref="ObstacleException">They cannot be made.</exception>
    public static uint? MakeFolders(string ring)
    {
        const UnixFileMode Own = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
        const UnixFileMode Entered = Own | UnixFileMode.GroupExecute;
        var user = LesserUser.IsInReach ? UserOf(Path.Combine(ring, RingIndex.KeptFolder)) ?? LesserUser.Choose() : null;
        try
        {
            Directory.CreateDirectory(ring, Own);
            if (user is { } group)
            {
                // What only root may enter is closed to the judge too.
                if (Path.GetDirectoryName(ring) is { } parent && !LesserUser.MayEnter(group, parent))
                {
                    throw new ObstacleException(new Obstacle(
                        $"the judge of unpause watch, which is not root, may not enter {parent}",
                        "use a folder below /var/lib: --ring DIR"));
                }

                // Recordings are readable in it, and nobody but root and the judge may enter.
                Give(ring, FileCalls.OwnUser(), group);
                File.SetUnixFileMode(ring, Entered);
            }

            foreach (var name in RingIndex.JudgeFolders)
            {
                var path = Path.Combine(ring, name);
                Directory.CreateDirectory(path, Own);
                if (user is { } owner) Give(path, owner, owner);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ObstacleException(new Obstacle(
                $"the ring {ring} cannot be made: {SystemFault.Reason(e)}", "name a folder that you may write to: --ring DIR"));
        }

        return user;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _stop.Cancel();
        try
        {
            _child?.StandardInput.Close();
        }
        catch (Exception e) when (e is IOException or InvalidOperationException)
        {
            // It has ended.
        }

        if (!_thread.Join(MostEnding)) _child?.Kill();
    }

    private static void Give(string path, uint user, uint group)
    {
        if (FileCalls.ChangeOwner(path, user, group) != 0) throw new IOException(Marshal.GetLastPInvokeErrorMessage());
    }

    private static uint? UserOf(string folder)
    {
        using var handle = Directory.Exists(folder) ? FolderHandle.Open(folder) : null;
        return handle?.Facts.User is { } user && LesserUser.IsLesser(user) ? user : null;
    }

    private void Keep()
    {
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                RunOnce();
            }
            catch (Exception e) when (e is System.ComponentModel.Win32Exception or IOException or InvalidOperationException)
            {
                Console.Error.WriteLine($"unpause watch: {_program} cannot be started: {e.Message}");
            }

            if (_stop.Token.WaitHandle.WaitOne(BetweenStarts)) return;
            Restarts++;
            Console.Error.WriteLine("unpause watch: the judge has ended, and is started again; the recorder went on");
        }
    }

    private void RunOnce()
    {
        var start = new ProcessStartInfo(_program, ["watch"])
        {
            UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true,
        };
        using var child = Process.Start(start)!;
        _child = child;
        child.StandardInput.WriteLine((_settings with { JudgeRestarts = Restarts }).ToJson());
        child.StandardInput.Flush();
        while (child.StandardOutput.ReadLine() is { } line)
        {
            if (line.Length < MostLineChars && line.StartsWith(RingIndex.Finish, StringComparison.Ordinal))
                _finish(line[RingIndex.Finish.Length..]);
        }

        child.WaitForExit();
        _child = null;
    }
}
