using System.Text;

namespace Unpause.Cli.Output;

/// <summary>
/// Removes trailing blanks, with which tables are padded, from lines for a pipe or a file.
/// </summary>
internal sealed class TrimmedLines(TextWriter inner) : TextWriter
{
    private readonly StringBuilder _line = new();

    /// <inheritdoc/>
    public override Encoding Encoding => inner.Encoding;

    /// <inheritdoc/>
    public override void Write(char value)
    {
        if (value != '\n')
        {
            _line.Append(value);
            return;
        }

        while (_line is [.., ' ']) _line.Length--;
        _line.Append('\n');
        Pass();
    }

    /// <inheritdoc/>
    public override void Flush()
    {
        Pass();
        inner.Flush();
    }

    private void Pass()
    {
        inner.Write(_line.ToString());
        _line.Clear();
    }
}
