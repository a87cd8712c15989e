using System.Globalization;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Files;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.Python;

/// <summary>The file with CPython's code in a process: its library if it uses one, otherwise the program itself.</summary>
/// <param name="Version">The version in the file's name: 3.11.</param>
/// <param name="FreeThreaded">Whether the name is that of a free-threaded build.</param>
/// <param name="Mapping">The mapping of the file's first part; null without access.</param>
[SupportedOSPlatform("linux")]
internal sealed record PythonCode(Version Version, bool FreeThreaded, FileMapping? Mapping)
{
    private const string Library = "libpython3.", Program = "python3.";

    /// <summary>Finds it; null when the process does not run CPython.</summary>
    public static PythonCode? Of(ProcessView process)
    {
        // Another library, or a module's file, may contain part of the name: libpython3.so forwards to the real one.
        PythonCode? program = null;
        foreach (var mapping in process.Mappings())
        {
            var name = Path.GetFileName(mapping.Path);
            if (Named(name, Library) is { } library && name.Contains(".so", StringComparison.Ordinal))
                return library with { Mapping = mapping };
            if (mapping.Path == process.Executable) program ??= Named(name, Program) is { } own ? own with { Mapping = mapping } : null;
        }

        return program ?? Named(Path.GetFileName(process.Executable ?? ""), Program);
    }

    /// <summary>Opens the file that the process executes; null without access.</summary>
    public SafeFileHandle? Open(ProcessView process)
    {
        if (Mapping is not { } mapping) return null;
        var folder = string.Create(CultureInfo.InvariantCulture, $"/proc/{process.Id}");
        return mapping.Path == process.Executable
            ? FolderHandle.OpenFileBehind($"{folder}/exe")
            : FolderHandle.OpenFileBehind($"{folder}/{mapping.Link}") ?? ProcessFiles.Open(process, mapping.Path);
    }

    private static PythonCode? Named(string file, string prefix)
    {
        if (!file.StartsWith(prefix, StringComparison.Ordinal)) return null;
        var digits = string.Concat(file[prefix.Length..].TakeWhile(char.IsAsciiDigit));
        return int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var minor)
            ? new PythonCode(new Version(3, minor), file[(prefix.Length + digits.Length)..].StartsWith('t'), null)
            : null;
    }
}
