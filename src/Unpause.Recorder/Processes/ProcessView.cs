namespace Unpause.Recorder.Processes;

/// <summary>A live process according to /proc. Reading changes nothing in it.</summary>
/// <remarks>Format: proc(5). A process that ends meanwhile, or without access, gives nulls and empty lists.</remarks>
[SupportedOSPlatform("linux")]
internal sealed class ProcessView
{
    /// <summary>A quarter of the usual stack is the limit for arguments and environment together (fs/exec.c, bprm_stack_limits).</summary>
    private const int MostText = 2 << 20;

    /// <summary>65,530 mappings, the usual limit (vm.max_map_count), have 5 to 10 MB with names of usual length.</summary>
    private const long MostOfMaps = 32 << 20;

    private readonly string _folder;
    private readonly Dictionary<string, string> _status;
    private readonly ulong _startTicks;

    private ProcessView(int id, Dictionary<string, string> status, ulong startTicks)
    {
        Id = id;
        _folder = $"/proc/{id.ToString(CultureInfo.InvariantCulture)}";
        _status = status;
        _startTicks = startTicks;
        Credentials = ProcessCredentials.Read(status);
    }

    /// <summary>Process id in this pid namespace.</summary>
    public int Id { get; }

    /// <summary>The process's id in its own pid namespace, which differs in a container.</summary>
    public int OwnId => int.TryParse(LastWord("NSpid"), out var own) ? own : Id;

    /// <summary>
    /// Its users and groups when it was inspected. A program can change them, and so can exec: see <see cref="IsUnchanged"/>.
    /// </summary>
    public ProcessCredentials Credentials { get; }

    /// <summary>Whether a user id is one of its four: real, effective, saved, or file system.</summary>
    public bool RunsAs(uint user) => Credentials.Have(user);

    /// <summary>The user whose rights are used for paths that it names; root only if all its users are root.</summary>
    public uint UserId => Credentials.User;

    /// <summary>The group whose rights are used for paths that it names.</summary>
    public uint GroupId => Credentials.Group;

    /// <summary>Its supplementary groups.</summary>
    public uint[] Groups => Credentials.FurtherGroups.ToArray();

    /// <summary>Path to its root directory from here; "" when it must be the same.</summary>
    public string Root => Directory.Exists($"{_folder}/root/") ? $"{_folder}/root" : "";

    /// <summary>Path to its working directory from here.</summary>
    public string CurrentFolder => $"{_folder}/cwd";

    /// <summary>Whether it is stopped: by SIGSTOP, at a terminal, or by a debugger.</summary>
    public bool IsStopped => StateNow() is 'T' or 't';

    /// <summary>Whether it has ended and waits to be reaped by its parent.</summary>
    public bool IsZombie => StateNow() is 'Z' or 'X';

    /// <summary>Field 22 of stat: its start, in ticks since boot.</summary>
    public ulong StartTicks => _startTicks;

    /// <summary>The executable's path in the process's own file system; null without access.</summary>
    public string? Executable => ExecutableOf(Id);

    /// <summary>Whether it has the same mount namespace and root directory as unpause; null without access.</summary>
    public bool? SharesOurFiles => Link("ns/mnt") is { } mount && Link("root") is { } root
        ? mount == new FileInfo("/proc/self/ns/mnt").LinkTarget && root == "/"
        : null;

    /// <summary>Whether it has the same time namespace as unpause; null without access, or when the kernel does not report it.</summary>
    public bool? SharesOurTime =>
        Link("ns/time") is { } time && new FileInfo("/proc/self/ns/time").LinkTarget is { } ours ? time == ours : null;

    /// <summary>Whether it has the same network namespace as unpause; null without access.</summary>
    public bool? SharesOurNetwork => Link("ns/net") is { } network ? network == new FileInfo("/proc/self/ns/net").LinkTarget : null;

    /// <summary>Whether it has the same host name as unpause; null without access.</summary>
    public bool? SharesOurHostName => Link("ns/uts") is { } names ? names == new FileInfo("/proc/self/ns/uts").LinkTarget : null;

    /// <summary>Number of CPUs on which it may run; null when the kernel does not report it.</summary>
    public int? AllowedProcessors => RecordedIdentity.CountOf(_status.GetValueOrDefault("Cpus_allowed_list"));

    /// <summary>The arguments, program first.</summary>
    public IReadOnlyList<string> Arguments => [.. Bytes.SplitAtZeros(Read("cmdline")).Select(part => Encoding.UTF8.GetString(part))];

    /// <summary>When it was started, within 10 ms.</summary>
    public DateTimeOffset? StartedAt => BootTime() is { } boot ? boot + TimeSpan.FromMilliseconds(_startTicks * 10.0) : null;

    /// <summary>The same from the system's uptime: within 20 ms by the current wall clock, even if the clock was set since.</summary>
    public DateTimeOffset StartedByUptime =>
        DateTimeOffset.UtcNow - TimeSpan.FromSeconds(Uptime()) + TimeSpan.FromMilliseconds(_startTicks * 10.0);

    /// <summary>The executable of a process, reading nothing else; null when there is none, or without access.</summary>
    public static string? ExecutableOf(int id) => Link(id, "exe");

    /// <summary>Field 4 of stat: the process's parent; null when there is no such process.</summary>
    public static int? ParentOf(int id) =>
        StatField(id, 1) is { } text && int.TryParse(text, CultureInfo.InvariantCulture, out var parent) ? parent : null;

    /// <summary>Inspects a process; null when there is none.</summary>
    public static ProcessView? Find(int id)
    {
        // The same start before and after: the credentials are not those of a later process with this id.
        return StartTicksOf(id) is { } start && StatusOf(id) is { } status && StartTicksOf(id) == start
            ? new ProcessView(id, status, start)
            : null;
    }

    /// <summary>Whether the process still runs: the same one, not a later one with its id.</summary>
    public bool IsAlive() => StartTicksOf(Id) == _startTicks && !IsZombie;

    /// <summary>
    /// Whether it is still the same process with the same users and groups. Check this directly before using the rights of
    /// <see cref="Credentials"/>.
    /// </summary>
    public bool IsUnchanged() => Find(Id) is { } now && now._startTicks == _startTicks && now.Credentials.Equals(Credentials);

    /// <summary>The value of an environment variable at its start.</summary>
    public string? Variable(string name) => new EnvironmentBlock(Bytes.SplitAtZeros(Read("environ")))[name] is { } value
        ? Encoding.UTF8.GetString(Bytes.FromLatin1(value))
        : null;

    /// <summary>The lines of one of its files in /proc; empty when it can't be read.</summary>
    public IReadOnlyList<string> Lines(string name) =>
        Encoding.UTF8.GetString(Read(name)).Split('\n', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>Whether its environment, files and memory map are accessible.</summary>
    public bool MayLook => CanRead("environ");

    /// <summary>Whether the process has a handler for the signal.</summary>
    public bool Catches(int signal) => Mask("SigCgt", signal);

    /// <summary>Whether the signal is pending for the process as a whole.</summary>
    public bool HasPending(int signal) => StatusOf(Id) is { } status && Bit(status, "ShdPnd", signal);

    /// <summary>Whether a thread has this name (the kernel keeps 15 characters).</summary>
    public bool HasThread(string name)
    {
        try
        {
            return Directory.EnumerateDirectories($"{_folder}/task").Any(thread => ThreadName(thread) == name);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Full paths, in the process's own file system, of the files mapped into its memory, without duplicates.</summary>
    public IReadOnlyList<string> MappedFiles()
    {
        var files = new HashSet<string>(StringComparer.Ordinal);
        var root = RootPath;
        foreach (var mapping in Mappings()) files.Add(mapping.Below(root).Path);
        return [.. files];
    }

    /// <summary>The path of a mapped file in the process's own file system.</summary>
    public string OwnPath(FileMapping mapping) => mapping.Below(RootPath).Path;

    /// <summary>The files mapped into its memory, by address, with paths as seen from here, like <see cref="Executable"/>.</summary>
    public IReadOnlyList<FileMapping> Mappings()
    {
        var mappings = new List<FileMapping>();
        try
        {
            var bytes = 0L;
            foreach (var line in File.ReadLines($"{_folder}/maps"))
            {
                bytes += line.Length;
                if (bytes > MostOfMaps) break;
                if (FileMapping.Parse(line) is { } mapping) mappings.Add(mapping);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has ended, or belongs to another user.
        }

        return mappings;
    }

    /// <summary>Target of one of its descriptors, a path for a file; null without access.</summary>
    public string? LinkOfDescriptor(int descriptor) => Link(string.Create(CultureInfo.InvariantCulture, $"fd/{descriptor}"));

    /// <summary>Names, without folders, of its open files; empty without access.</summary>
    public IReadOnlyList<string> OpenFileNames() =>
        [.. OpenFiles().Where(target => target.StartsWith('/')).Select(target => Path.GetFileName(target))];

    /// <summary>Targets of all its descriptors: paths, and kinds with a number such as <c>socket:[17]</c>; empty without access.</summary>
    public IReadOnlyList<string> OpenFiles()
    {
        try
        {
            return [.. Directory.EnumerateFileSystemEntries($"{_folder}/fd")
                .Select(entry => new FileInfo(entry).LinkTarget).OfType<string>()];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return []; // it has ended, or belongs to another user
        }
    }

    private static string? ThreadName(string thread)
    {
        try
        {
            return File.ReadAllText($"{thread}/comm").TrimEnd('\n');
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null; // the thread has ended
        }
    }

    private static Dictionary<string, string>? StatusOf(int id)
    {
        try
        {
            var fields = new Dictionary<string, string>(StringComparer.Ordinal);
            foreach (var line in File.ReadAllLines($"/proc/{id.ToString(CultureInfo.InvariantCulture)}/status"))
            {
                var colon = line.IndexOf(':', StringComparison.Ordinal);
                if (colon > 0) fields.TryAdd(line[..colon], line[(colon + 1)..].Trim());
            }

            return fields;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static ulong? StartTicksOf(int id) => StatField(id, 19) is { } text && ulong.TryParse(text, out var ticks) ? ticks : null;

    /// <summary>A field of stat, counted from 0 after the name, which may contain blanks and brackets.</summary>
    private static string? StatField(int id, int index)
    {
        try
        {
            var text = File.ReadAllText($"/proc/{id.ToString(CultureInfo.InvariantCulture)}/stat");
            var fields = text[(text.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            return fields.Length > index ? fields[index] : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static DateTimeOffset? BootTime()
    {
        var line = File.ReadLines("/proc/stat").FirstOrDefault(line => line.StartsWith("btime ", StringComparison.Ordinal));
        return line is not null && long.TryParse(line.AsSpan(6), out var seconds) ? DateTimeOffset.FromUnixTimeSeconds(seconds) : null;
    }

    private static double Uptime() => double.Parse(File.ReadAllText("/proc/uptime").Split(' ')[0], CultureInfo.InvariantCulture);

    private static bool Bit(Dictionary<string, string> status, string mask, int signal) =>
        status.TryGetValue(mask, out var text)
        && ulong.TryParse(text, NumberStyles.HexNumber, null, out var bits) && (bits >> (signal - 1) & 1) != 0;

    private bool Mask(string mask, int signal) => Bit(_status, mask, signal);

    private char StateNow() => StatusOf(Id) is { } status && status.GetValueOrDefault("State") is [var state, ..] ? state : 'X';

    private string? LastWord(string field) => _status.GetValueOrDefault(field)?.Split('\t', ' ')[^1];

    private string? Link(string name) => Link(Id, name);

    /// <summary>Its root directory as seen from here, without a slash at its end; empty if it is the same.</summary>
    private string RootPath => Link("root")?.TrimEnd('/') ?? "";

    private static string? Link(int id, string name)
    {
        try
        {
            return new FileInfo($"/proc/{id.ToString(CultureInfo.InvariantCulture)}/{name}").LinkTarget;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private bool CanRead(string name)
    {
        try
        {
            using var stream = File.OpenRead($"{_folder}/{name}");
            return stream.ReadByte() >= -1;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Its arguments or its environment, which can be as long as its memory (PR_SET_MM_MAP of prctl(2)).</summary>
    private byte[] Read(string name) => ReadText(Id, name) ?? [];

    /// <summary>The first <see cref="MostText"/> bytes of such a file; null when it can't be read.</summary>
    internal static byte[]? ReadText(int id, string name)
    {
        try
        {
            using var file = File.OpenHandle(
                $"/proc/{id.ToString(CultureInfo.InvariantCulture)}/{name}", FileMode.Open, FileAccess.Read,
                FileShare.ReadWrite | FileShare.Delete);
            return FirstBytes.UpTo(file, MostText);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
