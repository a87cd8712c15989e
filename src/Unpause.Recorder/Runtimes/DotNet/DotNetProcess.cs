using System.Text.Json;
using Unpause.Recordings.Words;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>A live .NET process as seen from outside. Nothing is sent to it.</summary>
[SupportedOSPlatform("linux")]
internal sealed class DotNetProcess
{
    private const string Library = "/libcoreclr.so", ServerThread = ".NET Server GC";
    private const int MostConfigurationBytes = 1 << 20;

    private DotNetProcess(ProcessView process, string? library, DotNetSocket? socket) =>
        (Process, LibraryPath, Socket) = (process, library, socket);

    public ProcessView Process { get; }

    /// <summary>The runtime's library in the process's file system; null for a single-file program that contains the runtime.</summary>
    public string? LibraryPath { get; }

    /// <summary>The diagnostics socket; null when there is none.</summary>
    public DotNetSocket? Socket { get; }

    /// <summary>The runtime's version, from its folder's name.</summary>
    public string? Version =>
        Path.GetFileName(Path.GetDirectoryName(LibraryPath)) is { Length: > 0 } folder && char.IsAsciiDigit(folder[0]) ? folder : null;

    /// <summary>Whether it uses server GC, which has named threads since .NET 6.</summary>
    public bool IsServer => Process.HasThread(ServerThread);

    /// <summary>Whether background collections are disabled.</summary>
    public bool IsNotConcurrent => Setting(DotNetSettingNames.Concurrent) == "0" || Configured("System.GC.Concurrent") == "false";

    /// <summary>The heap hard limit; null when none is set. Numbers in the environment are hexadecimal.</summary>
    public long? HeapLimitBytes
    {
        get
        {
            if (Setting(DotNetSettingNames.HardLimit) is { } text)
                return long.TryParse(text.StartsWith("0x", StringComparison.OrdinalIgnoreCase)
                    ? text[2..]
                    : text, NumberStyles.HexNumber, null, out var limit) ? limit : null;
            return long.TryParse(Configured("System.GC.HeapHardLimit"), out var configured) ? configured : null;
        }
    }

    /// <summary>The .NET runtime of a process; null when none was found.</summary>
    public static DotNetProcess? Find(ProcessView process)
    {
        var library = process.MappedFiles().FirstOrDefault(file => file.EndsWith(Library, StringComparison.Ordinal));
        var socket = DotNetSocket.Find(process);
        return library is null && socket is null ? null : new DotNetProcess(process, library, socket);
    }

    /// <summary>A setting from its environment, under either prefix.</summary>
    public string? Setting(string name) => Process.Variable($"DOTNET_{name}") ?? Process.Variable($"COMPlus_{name}");

    /// <summary>A setting from the program's runtimeconfig.json, as text; null when it is not set.</summary>
    private string? Configured(string name)
    {
        var program = Process.Arguments.FirstOrDefault(argument => argument.EndsWith(".dll", StringComparison.OrdinalIgnoreCase))
            ?? Process.Executable;
        if (program is null) return null;
        var path = Path.ChangeExtension(program, null) + ".runtimeconfig.json";
        try
        {
            if (ProcessFiles.Read(Process, path, MostConfigurationBytes) is not { } text) return null;
            using var file = JsonDocument.Parse(text);
            return file.RootElement.TryGetProperty("runtimeOptions", out var options)
                && options.TryGetProperty("configProperties", out var properties)
                && properties.TryGetProperty(name, out var value) ? value.ToString().ToLowerInvariant() : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException or InvalidOperationException)
        {
            return null;
        }
    }
}
