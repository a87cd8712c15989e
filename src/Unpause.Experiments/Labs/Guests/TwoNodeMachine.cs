using System.ComponentModel;
using System.Formats.Tar;
using System.IO.Compression;
using System.Runtime.InteropServices;
using Unpause.Recorder.Rights;

namespace Unpause.Experiments.Labs.Guests;

/// <summary>
/// A virtual machine with two NUMA nodes, each with one CPU and half of the memory, under QEMU's software emulation. Its kernel migrates
/// pages between nodes like that of a machine with two sockets. It contains only the files that are put into it.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class TwoNodeMachine
{
    private const string Emulator = "qemu-system-x86_64";
    private const int MebibytesOfNode = 768;
    private const string Init = "/init", CommandFile = "/command", Out = "/out";

    /// <summary>Time for boot and shutdown: half a minute on our machine, more on a slower or busier one.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private readonly OwnProgram _own = OwnProgram.Find();
    private readonly string _kernel;
    private readonly string _program;

    /// <summary>Creates a machine with a program and unpause.</summary>
    /// <param name="kernel">A Linux kernel for x86-64.</param>
    /// <param name="program">An executable without libraries, which also is the machine's first process (labs/chat/machine.go).</param>
    public TwoNodeMachine(string kernel, string program) => (_kernel, _program) = (kernel, program);

    /// <summary>Checks that the emulator is installed.</summary>
    /// <exception cref="UserMistake">It is not.</exception>
    public static void RequireEmulator()
    {
        try
        {
            var start = new ProcessStartInfo(Emulator, "--version") 
            {
                UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true,
            };
            using var process = Process.Start(start)!;
            process.WaitForExit();
        }
        catch (Win32Exception)
        {
            throw new UserMistake(
                $"the virtual machine with two NUMA nodes needs {Emulator}, which is not in PATH: apt-get install "
                + "--no-install-recommends qemu-system-x86");
        }
    }

    /// <summary>Runs the program in it, recorded by unpause.</summary>
    /// <param name="options">Options of <c>unpause run</c>.</param>
    /// <param name="arguments">The program's; <c>/out</c> is the folder whose files come back.</param>
    /// <param name="seconds">How long the program runs, about.</param>
    /// <param name="folder">For these files and the log of the machine's console.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>The exit code; null when it was ended early.</returns>
    /// <exception cref="UserMistake">It did not start, did not end, or sent nothing.</exception>
    public int? Run(IReadOnlyList<string> options, IReadOnlyList<string> arguments, int seconds, string folder, CancellationToken stop)
    {
        var (disk, console, sent) = (Path.Combine(folder, "disk"), Path.Combine(folder, "console.txt"), Path.Combine(folder, "sent"));
        try
        {
            WriteDisk(disk, [.. _own.Command, "run", "-q", "--keep", $"{Out}/recording", .. options, "--", Init, .. arguments]);
            if (!Emulate(disk, console, sent, Patience + TimeSpan.FromSeconds(seconds), stop)) return null;
            return Unpack(sent, folder, console) is var code && code != 0
                ? throw new UserMistake($"the lab's program exited with code {code} in the virtual machine; {Last(console)}")
                : code;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"the virtual machine cannot run in {folder}: {SystemFault.Reason(exception)}");
        }
        finally
        {
            File.Delete(disk);
            File.Delete(sent);
        }
    }

    /// <summary>labs/chat/machine.go reads the command.</summary>
    private void WriteDisk(string path, IReadOnlyList<string> command)
    {
        using var disk = new RamDisk(path);
        disk.Add(Init, _program);
        foreach (var file in _own.Files) disk.Add(file, file);
        // .NET extracts files below HOME. Tracing and diagnostics are off, because nothing reads them here.
        string[] variables = ["PATH=/usr/bin:/bin", "HOME=/tmp", "DOTNET_LTTng=0", "DOTNET_EnableDiagnostics=0"];
        disk.AddText(CommandFile, string.Concat(command.Select(Ended)) + "\0" + string.Concat(variables.Select(Ended)));
        disk.Finish();

        static string Ended(string word) => word + "\0";
    }

    private bool Emulate(string disk, string console, string sent, TimeSpan limit, CancellationToken stop)
    {
        var start = new ProcessStartInfo(
            Emulator,
            [
                "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2", "-m", $"{2 * MebibytesOfNode}M",
                .. Node(0), .. Node(1),
                // The kernel counts ticks at boot and panics without them, which is how a busy host looks to it.
                "-kernel", _kernel, "-initrd", disk, "-append", "console=ttyS0 quiet panic=-1 no_timer_check",
                "-nodefaults", "-display", "none", "-no-reboot", "-serial", $"file:{console}", "-serial", $"file:{sent}",
            ])
        {
            UseShellExecute = false, RedirectStandardInput = true, RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        using var ended = stop.Register(() => process.Kill());
        var error = process.StandardError.ReadToEndAsync(CancellationToken.None);
        if (!process.WaitForExit(limit))
        {
            process.Kill();
            process.WaitForExit();
            throw new UserMistake($"the virtual machine did not end within {limit.TotalMinutes:0} minutes; {Last(console)}");
        }

        if (stop.IsCancellationRequested) return false;
        if (process.ExitCode != 0) throw new UserMistake($"{Emulator} exited with code {process.ExitCode}: {error.Result.Trim()}");
        return true;
    }

    private static string[] Node(int number) =>
    [
        "-object", $"memory-backend-ram,id=memory{number},size={MebibytesOfNode}M",
        "-numa", $"node,nodeid={number},cpus={number},memdev=memory{number}",
    ];

    private static int Unpack(string sent, string folder, string console)
    {
        try
        {
            using var packed = new GZipStream(File.OpenRead(sent), CompressionMode.Decompress);
            TarFile.ExtractToDirectory(packed, folder, overwriteFiles: true);
            return int.Parse(File.ReadAllText(Path.Combine(folder, "code")), System.Globalization.CultureInfo.InvariantCulture);
        }
        catch (Exception exception)
            when (exception is InvalidDataException or EndOfStreamException or FileNotFoundException or FormatException)
        {
            throw new UserMistake($"the virtual machine ended without a result; {Last(console)}");
        }
    }

    private static string Last(string console)
    {
        const int Lines = 20;
        var lines = File.Exists(console) ? File.ReadLines(console).TakeLast(Lines).Select(PlainText.Clean).ToList() : [];
        return lines.Count == 0 ? "its console is empty" : "the last lines of its console:\n" + string.Join('\n', lines);
    }
}

/// <summary>The files of the running unpause that an empty virtual machine needs to run it.</summary>
/// <param name="Command">The command that starts it there.</param>
/// <param name="Files">Full paths, the same there as here.</param>
[SupportedOSPlatform("linux")]
internal sealed record OwnProgram(IReadOnlyList<string> Command, IReadOnlyCollection<string> Files)
{
    /// <summary>Finds the files.</summary>
    public static OwnProgram Find()
    {
        var files = new SortedSet<string>(LoadedLibraries.Paths(), StringComparer.Ordinal);
        // The loader's index of libraries outside the default folders.
        const string LibraryCache = "/etc/ld.so.cache";
        if (File.Exists(LibraryCache)) files.Add(LibraryCache);
        if (ReadingProcess.IsNative || ReadingProcess.OwnCommand is not [_, var assembly])
        {
            files.Add(Environment.ProcessPath!);
            return new OwnProgram([Environment.ProcessPath!], files);
        }

        // shared/Microsoft.NETCore.App/VERSION/ is three folders below what starts programs.
        var runtime = RuntimeEnvironment.GetRuntimeDirectory();
        var root = Path.GetFullPath("../../..", runtime);
        var program = Path.Combine(root, "dotnet");
        files.Add(program);
        files.UnionWith(Directory.EnumerateFiles(Path.Combine(root, "host", "fxr"), "*", SearchOption.AllDirectories));
        files.UnionWith(Directory.EnumerateFiles(runtime));
        // As the host listed them (docs/design/features/host-probing.md of dotnet/runtime).
        var assemblies = AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES") as string ?? "";
        files.UnionWith(assemblies.Split(':', StringSplitOptions.RemoveEmptyEntries));
        // deps.json and runtimeconfig.json.
        files.UnionWith(Directory.EnumerateFiles(Path.GetDirectoryName(assembly)!, Path.GetFileNameWithoutExtension(assembly) + ".*.json"));
        return new OwnProgram([program, assembly], files);
    }
}
