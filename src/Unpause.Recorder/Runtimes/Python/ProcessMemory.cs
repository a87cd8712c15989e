using System.Globalization;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Runtimes.Python;

/// <summary>A process's memory and its map, both of the address space that the process had when they were opened.</summary>
/// <param name="Memory">/proc/PID/mem, open for reading and writing.</param>
/// <param name="Maps">/proc/PID/maps.</param>
internal sealed record ProcessMemory(SafeFileHandle Memory, SafeFileHandle Maps) : IDisposable
{
    /// <summary>Opens both; null when the kernel refuses.</summary>
    public static ProcessMemory? Open(int process)
    {
        var folder = string.Create(CultureInfo.InvariantCulture, $"/proc/{process}");
        SafeFileHandle? memory = null;
        try
        {
            memory = File.OpenHandle($"{folder}/mem", FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
            return new ProcessMemory(memory, File.OpenHandle($"{folder}/maps", share: FileShare.ReadWrite));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            memory?.Dispose();
            return null;
        }
    }

    /// <summary>The map's lines, once.</summary>
    public IEnumerable<string> Lines()
    {
        using var stream = new FileStream(Maps, FileAccess.Read);
        using var reader = new StreamReader(stream, Encoding.UTF8);
        while (reader.ReadLine() is { } line) yield return line;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Memory.Dispose();
        Maps.Dispose();
    }
}
