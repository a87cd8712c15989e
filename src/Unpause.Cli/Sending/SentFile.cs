using Microsoft.Win32.SafeHandles;
using Unpause.Recordings.Readers;
using Unpause.Reports.Fleets;

namespace Unpause.Cli.Sending;

/// <summary>
/// A report that appears whole, or not at all, under a name that has the hash of its content: the same report twice is one file. Nothing
/// that is there is replaced.
/// </summary>
/// <param name="root">The folder that keeps reports; it must exist.</param>
/// <param name="below">Folders in it, which are made.</param>
/// <param name="stem">The beginning of the name.</param>
/// <param name="mode">The permissions; null for those of a new file.</param>
internal sealed class SentFile(string root, IReadOnlyList<string> below, string stem, UnixFileMode? mode) : OutputFile
{
    private const int BlockBytes = 64 * 1024;

    private UnfinishedFile? _file;
    private GuardedStream? _stream;
    private string _shown = "";

    /// <inheritdoc/>
    public override Stream Stream => _stream ??= Begin();

    /// <inheritdoc/>
    public override SafeFileHandle Handle
    {
        get
        {
            _stream ??= Begin();
            return _file!.Stream.SafeFileHandle;
        }
    }

    /// <inheritdoc/>
    public override void Keep()
    {
        Stream.Flush();
        try
        {
            _file!.Stream.Flush(flushToDisk: true);
            var name = $"{stem}-{HashOf(_file.Stream)}{KeptReports.Packed}";
            // Where the name is taken, it is by the same content.
            _file.TryTake(name);
            KeptAs = Path.Combine(_shown, name);
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            throw OutputFailure.Create(_shown, exception);
        }
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        try
        {
            _stream?.Dispose();
        }
        catch (OutputFailure)
        {
            // The writer has already reported the failure.
        }

        _file?.Dispose();
    }

    private GuardedStream Begin()
    {
        try
        {
            var folder = OutputFolder.Open(root, root);
            foreach (var name in below) folder = Below(folder, name);
            _shown = folder.Shown;
            _file = UnfinishedFile.Create(folder, mode);
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            throw OutputFailure.Create(Path.Combine([root, .. below]), exception);
        }

        var stream = _file.Stream;
        return new GuardedStream(_shown, () => stream);
    }

    private static OutputFolder Below(OutputFolder folder, string name)
    {
        using (folder) return folder.Below(name);
    }

    private static string HashOf(FileStream file)
    {
        var (block, hash) = (new byte[BlockBytes], new ContentHash());
        file.Position = 0;
        while (file.Read(block) is > 0 and var count) hash.Add(block.AsSpan(0, count));
        return hash.Text();
    }
}
