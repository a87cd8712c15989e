using System.Globalization;
using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32.SafeHandles;
using Unpause.Recordings.Readers.Perf;

namespace Unpause.Recorder.Sampling;

/// <summary>
/// Samples stacks with Linux's perf: of a live process, or of processes that a thread of unpause will start. perf is a child process that
/// writes to a temporary folder and is ended like by Ctrl-C. Its output is read like any other input.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class PerfSampling : IDisposable
{
    private const string DataName = "perf.data", ErrorName = "perf.err", PrintErrorName = "script.err";

    // Not a divisor of common periods of 1, 2, 10 or 100 ms, so that samples are not synchronised with them.
    private const int Frequency = 499;

    // Some minutes of two busy CPUs; the output of perf script for it is five times as long.
    private const long MostBytes = 256L << 20;
    private const int ReadyMilliseconds = 5_000, PrintMilliseconds = 300_000, MostErrorBytes = 4096;

    private readonly PerfProgram _perf;
    private readonly RunFolder _folder;
    private readonly PerfChild _recording;

    // perf ends, and loses its data, when they are closed: so it also ends if unpause is killed.
    private readonly (int Control, int Answer) _ends;

    private PerfSampling(PerfProgram perf, PerfChild recording, (int Control, int Answer) ends) =>
        (_perf, _folder, _recording, _ends) = (perf, perf.Folder, recording, ends);

    /// <summary>What is missing from the samples, one sentence each.</summary>
    public List<string> Problems { get; } = [];

    /// <summary>Samples a process and processes that it starts from now on.</summary>
    /// <exception cref="ObstacleException">perf is not installed or not allowed.</exception>
    public static PerfSampling OfProcess(int process) =>
        Start(["-p", Number(process)], StartState.Capture(), Environment.GetEnvironmentVariable("PATH"));

    /// <summary>Samples processes that this thread starts from now on, from their first instruction.</summary>
    /// <param name="state">The state with which programs are started.</param>
    /// <param name="searchPath">PATH as Latin-1 bytes, or null.</param>
    /// <exception cref="ObstacleException">perf is not installed or not allowed.</exception>
    public static PerfSampling OfThreadsChildren(StartState state, string? searchPath)
    {
        // "PID/task/TID".
        var thread = new FileInfo("/proc/thread-self").LinkTarget?.Split('/')[^1] ?? Number(Environment.ProcessId);
        return Start(["-t", thread, "--inherit"], state, searchPath);
    }

    /// <summary>Ends the sampling and prints the samples with perf script.</summary>
    /// <param name="target">Receives them; at its start. It stays open.</param>
    /// <returns>Whether there are any.</returns>
    public bool Finish(SafeFileHandle target)
    {
        var ended = _recording.Ended(0) || _recording.End();
        var length = _folder.Recording.FactsOf(DataName) is { IsRegular: true } ? Length(DataName) : 0;
        if (!ended || length == 0)
        {
            Problems.Add($"CPU samples are not recorded: perf wrote none{Said()}");
            return false;
        }

        if (length >= MostBytes)
        {
            Problems.Add(
                $"CPU samples end before the recording does: perf reached its limit of {Quantities.Bytes((double)MostBytes)}");
        }

        if (!PerfRights.SeesKernel) Problems.Add(PerfRights.NoKernelFrames);
        // The descriptor's position moves on, and perf script writes after it.
        var line = Encoding.UTF8.GetBytes(SamplerText.WithoutProcess + Number(Environment.ProcessId) + "\n");
        fixed (byte* first = line)
        {
            if (LibC.Write((int)target.DangerousGetHandle(), first, line.Length) != line.Length) return false;
        }

        return Print(target);
    }

    public void Dispose()
    {
        _recording.Dispose();
        LibC.Close(_ends.Control);
        LibC.Close(_ends.Answer);
        _folder.Remove();
    }

    private static PerfSampling Start(string[] target, StartState state, string? searchPath)
    {
        if (CommandFile.Find("perf"u8.ToArray(), searchPath, out var file) != 0) throw new ObstacleException(PerfRights.NotInstalled);
        var folder = RunFolder.Create(forOthers: false)
            ?? throw new ObstacleException("none of TMPDIR, /tmp and /var/tmp is writable with 64 MB free");
        var perf = new PerfProgram(file, folder, state, searchPath);
        PerfSampling? sampling = null;
        try
        {
            var (control, answer) = (Pipe(), Pipe());
            var child = Record(perf, target, control.Read, answer.Write);
            LibC.Close(control.Read);
            LibC.Close(answer.Write);
            if (child is not null)
            {
                sampling = new PerfSampling(perf, child, (control.Write, answer.Read));
                if (Begin(control.Write, answer.Read)) return sampling;
            }
            else
            {
                LibC.Close(control.Write);
                LibC.Close(answer.Read);
            }

            throw new ObstacleException(PerfRights.Refused(sampling?.Said() ?? ""));
        }
        catch (ObstacleException)
        {
            if (sampling is null) folder.Remove();
            else sampling.Dispose();
            throw;
        }
    }

    private static PerfChild? Record(PerfProgram perf, string[] target, int control, int answer)
    {
        using var errors = perf.Folder.Recording.MakeFile(ErrorName);
        if (errors is null) return null;
        string[] arguments =
        [
            "perf", "record", "-q", "-e", SamplerText.CpuClock, "-F", Number(Frequency), "-g",
            // No copies of programs and no lists of them in the user's home directory.
            "-B", "-N", $"--max-size={Number(MostBytes >> 20)}M", "-D", "-1", "--control", $"fd:{Number(control)},{Number(answer)}",
            "-o", $"{perf.Folder.RecordingPath}/{DataName}", .. target,
        ];
        return perf.Start(arguments, errors, errors, [control, answer]);
    }

    /// <summary>Starts the sampling, and waits for perf's acknowledgement.</summary>
    private static bool Begin(int control, int answer)
    {
        fixed (byte* enable = "enable\n"u8)
        {
            if (LibC.Write(control, enable, "enable\n".Length) < 0) return false;
        }

        var entry = new LibC.PollEntry { Descriptor = answer, Events = LibC.PollIn };
        LibC.Poll(&entry, 1, ReadyMilliseconds);
        byte first;
        // If perf ends without an answer, the pipe ends.
        return (entry.Returned & LibC.PollIn) != 0 && LibC.Read(answer, &first, 1) == 1;
    }

    private bool Print(SafeFileHandle output)
    {
        using var errors = _folder.Recording.MakeFile(PrintErrorName);
        if (errors is null) return false;
        // With the process id besides the thread id, and without inlined functions of libraries, which can take minutes to resolve.
        string[] arguments =
        [
            "perf", "script", "-F", "comm,pid,tid,time,event,ip,sym,dso", "--no-inline", "-i", $"{_folder.RecordingPath}/{DataName}",
        ];
        using var script = _perf.Start(arguments, output, errors, []);
        if (script is not null && script.Ended(PrintMilliseconds) && script.ExitCode == 0) return true;
        Problems.Add($"CPU samples are incomplete: perf script failed{Said(PrintErrorName)}");
        return script is not null;
    }

    private long Length(string name)
    {
        using var file = _folder.Recording.OpenFile(name);
        return file is null ? 0 : RandomAccess.GetLength(file);
    }

    /// <summary>perf's error message, as the end of a sentence.</summary>
    private string Said(string name = ErrorName)
    {
        using var file = _folder.Recording.OpenFile(name);
        if (file is null) return "";
        var bytes = new byte[MostErrorBytes];
        var text = Encoding.UTF8.GetString(bytes, 0, RandomAccess.Read(file, bytes, 0));
        var line = text.Split('\n').Select(line => line.Trim()).FirstOrDefault(line => line.Length > 0 && line != "Error:");
        return line is null ? "" : $" ({string.Concat(line.Select(character => char.IsControl(character) ? '\uFFFD' : character))})";
    }

    private static (int Read, int Write) Pipe()
    {
        var ends = stackalloc int[2];
        return LibC.Pipe(ends, LibC.OCloseOnExec) == 0 ? (ends[0], ends[1]) : throw new ObstacleException("no pipe can be created");
    }

    private static string Number(long number) => number.ToString(CultureInfo.InvariantCulture);
}

/// <summary>perf as it is started here.</summary>
/// <param name="Folder">The temporary folder, which is also its home directory.</param>
/// <param name="State">The state with which programs are started.</param>
/// <param name="SearchPath">PATH as Latin-1 bytes, or null.</param>
[SupportedOSPlatform("linux")]
internal sealed record PerfProgram(byte[] File, RunFolder Folder, StartState State, string? SearchPath)
{
    /// <summary>Starts it; null when that fails.</summary>
    /// <param name="kept">Descriptors that stay open in it.</param>
    public PerfChild? Start(string[] arguments, SafeFileHandle output, SafeFileHandle errors, IReadOnlyList<int> kept)
    {
        var request = new SpawnRequest
        {
            Arguments = [.. arguments.Select(Encoding.UTF8.GetBytes)],
            // Neither the user's perf settings nor debuginfo servers: both change what is printed.
            Environment =
            [
                "PERF_CONFIG=/dev/null"u8.ToArray(), "LC_ALL=C"u8.ToArray(), Encoding.UTF8.GetBytes($"HOME={Folder.RecordingPath}"),
                .. SearchPath is null ? Array.Empty<byte[]>() : [Bytes.FromLatin1($"PATH={SearchPath}")],
            ],
            State = State,
            Output = (int)output.DangerousGetHandle(),
            Error = (int)errors.DangerousGetHandle(),
            Kept = kept,
            NewSession = true,
        };
        return PerfChild.Start(request, File);
    }
}

/// <summary>What the kernel allows perf to do for unpause, and advice if it is not allowed.</summary>
[SupportedOSPlatform("linux")]
internal static class PerfRights
{
    private const int SysAdmin = 21, PerfMonitor = 38;
    private const string Setting = "/proc/sys/kernel/perf_event_paranoid";

    public static Obstacle NotInstalled => new(
        "CPU samples require perf, which is not installed",
        "apt-get install linux-perf (Debian), apt-get install linux-tools-$(uname -r) (Ubuntu), or dnf install perf (Fedora)");

    /// <summary>Whether stacks may contain kernel frames.</summary>
    public static bool SeesKernel => IsAllowedAll || Paranoia is null or <= 1;

    /// <summary>What is missing otherwise.</summary>
    public static string NoKernelFrames =>
        "Stacks of CPU samples have no kernel frames, so page faults and NUMA migration are not visible: run as root, or "
        + "sudo sysctl kernel.perf_event_paranoid=1";

    private static bool IsAllowedAll => OwnRights.Capabilities("CapEff:") is { } set && ((set >> SysAdmin | set >> PerfMonitor) & 1) != 0;

    /// <summary>kernel.perf_event_paranoid; null when unknown.</summary>
    private static int? Paranoia
    {
        get
        {
            try
            {
                var text = File.ReadAllText(Setting).Trim();
                return int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var level) ? level : null;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return null;
            }
        }
    }

    /// <summary>perf was started and did not begin to sample.</summary>
    /// <param name="said">Its message, as the end of a sentence; may be empty.</param>
    public static Obstacle Refused(string said) => !IsAllowedAll && Paranoia > 2
        ? new Obstacle(
            $"only root may take CPU samples (kernel.perf_event_paranoid is {Paranoia})",
            "run unpause as root, or sudo sysctl kernel.perf_event_paranoid=2")
        : new Obstacle(
            $"perf can't sample here{said}",
            "check that perf record -e cpu-clock -g -- true works; it requires perf 5.10 or later, and CAP_PERFMON in a container");
}
