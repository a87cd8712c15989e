using System.Globalization;
using System.Text;

namespace Unpause.Experiments.Labs.Guests;

/// <summary>
/// The files of a machine that starts from memory, as Linux unpacks them: cpio's "new ASCII" form
/// (Documentation/driver-api/early-userspace/buffer-format.rst of Linux).
/// </summary>
internal sealed class RamDisk : IDisposable
{
    private const int Align = 4;
    private const uint FolderMode = 0x41ED, ProgramMode = 0x81ED; // drwxr-xr-x, -rwxr-xr-x
    private readonly Stream _output;
    private readonly HashSet<string> _folders = new(StringComparer.Ordinal);
    private readonly HashSet<string> _files = new(StringComparer.Ordinal);
    private uint _number;

    /// <summary>Begins a file, which is replaced where it exists.</summary>
    /// <exception cref="IOException">It can't be written, here and in what follows.</exception>
    public RamDisk(string path) => _output = new BufferedStream(File.Create(path), 1 << 20);

    /// <summary>Adds a file as a program, unless there is one of this path.</summary>
    /// <param name="path">Where it is to be; full.</param>
    public void Add(string path, string source)
    {
        if (!_files.Add(path)) return;
        AddFolders(Path.GetDirectoryName(path)!);
        using var file = File.OpenRead(source);
        var length = file.Length;
        if (length > uint.MaxValue) throw new IOException($"{source} is too large");
        Begin(path, ProgramMode, (uint)length);
        file.CopyTo(_output);
        if (file.Position != length) throw new IOException($"{source} changed while it was read");
        Pad(length);
    }

    /// <summary>Adds a text.</summary>
    /// <param name="path">Where it is to be; full.</param>
    public void AddText(string path, string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        _files.Add(path);
        AddFolders(Path.GetDirectoryName(path)!);
        Begin(path, ProgramMode, (uint)bytes.Length);
        _output.Write(bytes);
        Pad(bytes.Length);
    }

    /// <summary>Writes the end.</summary>
    public void Finish()
    {
        Begin("/TRAILER!!!", 0, 0);
        _output.Flush();
    }

    /// <inheritdoc/>
    public void Dispose() => _output.Dispose();

    private void AddFolders(string folder)
    {
        if (folder == "/" || !_folders.Add(folder)) return;
        AddFolders(Path.GetDirectoryName(folder)!);
        Begin(folder, FolderMode, 0);
    }

    /// <summary>
    /// Inode, mode, user, group, links, time, length, four numbers of devices, length of the name with its NUL, check sum.
    /// </summary>
    private void Begin(string path, uint mode, uint length)
    {
        var name = Encoding.UTF8.GetBytes(path[1..] + '\0');
        _number++;
        uint[] fields = [_number, mode, 0, 0, 1, 0, length, 0, 0, 0, 0, (uint)name.Length, 0];
        var header = new StringBuilder("070701");
        foreach (var field in fields) header.Append(CultureInfo.InvariantCulture, $"{field:x8}");
        _output.Write(Encoding.ASCII.GetBytes(header.ToString()));
        _output.Write(name);
        Pad(header.Length + name.Length);
    }

    private void Pad(long length)
    {
        for (; length % Align != 0; length++) _output.WriteByte(0);
    }
}
