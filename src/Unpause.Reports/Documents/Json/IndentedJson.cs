using System.Buffers;
using System.Text.Json.Serialization.Metadata;

namespace Unpause.Reports.Documents.Json;

/// <summary>Indented JSON for people: one value a line, but a histogram or an array of numbers on a line of its own.</summary>
public static class IndentedJson
{
    private static readonly JsonWriterOptions Indented = new() { Indented = true, NewLine = "\n" };

    /// <summary>Writes a document and a line end to a stream, which stays open.</summary>
    public static void Write<T>(Stream output, T document, JsonTypeInfo<T> type) =>
        Write(output, json => JsonSerializer.Serialize(json, document, type));

    /// <summary>Writes what generated code writes.</summary>
    internal static void Write(Stream output, Action<Utf8JsonWriter> content)
    {
        using (var json = new Utf8JsonWriter(new Layout(output), Indented)) content(json);
        output.WriteByte((byte)'\n');
    }

    /// <summary>
    /// Joins the lines of histograms and numbers, and passes each full block on at once: a JSON writer over a stream keeps all output until
    /// it is flushed, which generated code never does.
    /// </summary>
    private sealed class Layout(Stream output) : IBufferWriter<byte>
    {
        private const int Block = 16 * 1024;

        private byte[] _block = new byte[Block];
        private byte[] _laid = new byte[Block];
        private int _length;

        // Brackets open in the value that is written on one line, and whether its text is being written.
        private int _depth;
        private bool _inText;
        private bool _escaped;

        // White space after a bracket that may open an array of numbers; -1 after any other byte.
        private int _pending = -1;
        private int _matched;

        /// <summary>The start of a histogram. Quotes inside of a text are escaped, so this is a key.</summary>
        private static ReadOnlySpan<byte> HistogramStart => "\"histogram\": {"u8;

        /// <inheritdoc/>
        public void Advance(int count)
        {
            _length = 0;
            foreach (var next in _block.AsSpan(0, count)) Lay(next);
            output.Write(_laid, 0, _length);
        }

        /// <inheritdoc/>
        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            if (sizeHint > _block.Length) _block = new byte[sizeHint];
            return _block;
        }

        /// <inheritdoc/>
        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

        private void Lay(byte next)
        {
            if (_depth > 0)
            {
                if (_inText || next == (byte)'"') LayText(next);
                else if (next is (byte)' ' or (byte)'\n') return;
                else if (next is (byte)'[' or (byte)'{') _depth++;
                else if (next is (byte)']' or (byte)'}') _depth--;
            }
            else if (_pending >= 0)
            {
                // Inside of a text, no line break follows a bracket.
                if (next == (_pending == 0 ? (byte)'\n' : (byte)' '))
                {
                    _pending++;
                    return;
                }

                if (_pending > 0 && next is (>= (byte)'0' and <= (byte)'9') or (byte)'-' or (byte)'n') _depth = 1;
                else PutPending();
                _pending = next == (byte)'[' ? 0 : -1;
            }
            else if (next == (byte)'[')
            {
                (_pending, _matched) = (0, 0);
            }
            else
            {
                _matched = next == HistogramStart[_matched] ? _matched + 1 : next == (byte)'"' ? 1 : 0;
                if (_matched == HistogramStart.Length) (_depth, _matched) = (1, 0);
            }

            Put(next);
        }

        /// <summary>Finds the end of a text: the next quote without a backslash.</summary>
        private void LayText(byte next)
        {
            if (!_escaped && next == (byte)'"') _inText = !_inText;
            _escaped = !_escaped && next == (byte)'\\';
        }

        private void PutPending()
        {
            for (var i = 0; i < _pending; i++) Put(i == 0 ? (byte)'\n' : (byte)' ');
        }

        private void Put(byte next)
        {
            if (_length == _laid.Length) Array.Resize(ref _laid, 2 * _laid.Length);
            _laid[_length++] = next;
        }
    }
}
