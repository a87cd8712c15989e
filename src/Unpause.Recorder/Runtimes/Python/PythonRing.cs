using System.Globalization;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Files;
using Unpause.Recorder.Processes;
using Unpause.Recordings.Readers.Python;

namespace Unpause.Recorder.Runtimes.Python;

/// <summary>The file to which unpause's agent in a process writes its collections. It is only read.</summary>
[SupportedOSPlatform("linux")]
internal static class PythonRing
{
    /// <summary>Extension of its files.</summary>
    public const string Extension = ".upgc";

    private const string Prefix = "python-";

    /// <summary>Opens the file of the agent in a process; null when there is none, or without access.</summary>
    public static SafeFileHandle? Open(ProcessView process)
    {
        foreach (var mapping in MappingsIn(process))
        {
            var link = string.Create(CultureInfo.InvariantCulture, $"/proc/{process.Id}/{mapping.Link}");
            var file = FolderHandle.OpenFileBehind(link) ?? ProcessFiles.Open(process, mapping.Path);
            if (file is not null && IsOf(process, file)) return file;
            file?.Dispose();
        }

        return null;
    }

    /// <summary>Paths, as the process sees them, of files that an agent in it writes, or wrote before they were removed.</summary>
    public static IEnumerable<string> PathsIn(ProcessView process) => MappingsIn(process).Select(process.OwnPath).Distinct();

    private static IEnumerable<FileMapping> MappingsIn(ProcessView process)
    {
        var prefix = string.Create(CultureInfo.InvariantCulture, $"{Prefix}{process.OwnId}-");
        return process.Mappings().Where(mapping =>
            Path.GetFileName(mapping.Path) is var name && name.StartsWith(prefix, StringComparison.Ordinal)
            && name.EndsWith(Extension, StringComparison.Ordinal));
    }

    private static bool IsOf(ProcessView process, SafeFileHandle file) =>
        Header(file) is { Outside: false, Closed: false, Stopped: false } header && header.ProcessId == process.OwnId;

    /// <summary>The fixed fields of a file's header; null when the file has none.</summary>
    public static AgentHeader? Header(SafeFileHandle file)
    {
        Span<byte> bytes = stackalloc byte[AgentHeader.FixedBytes];
        return RandomAccess.Read(file, bytes, 0) == bytes.Length ? AgentHeader.Parse(bytes, out _) : null;
    }
}
