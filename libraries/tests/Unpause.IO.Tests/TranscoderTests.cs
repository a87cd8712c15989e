using System.Buffers;
using System.Text;

namespace Unpause.IO.Tests;

/// <summary>Whatever the blocks, the output is that of Encoding.Convert.</summary>
#pragma warning disable SYSLIB0001 // UTF-7 is what incident 4 measured, and mail still carries it
public sealed class TranscoderTests
{
    private static readonly Encoding[] Encodings =
        [
            Encoding.ASCII, Encoding.UTF8, Encoding.Unicode, Encoding.BigEndianUnicode, Encoding.UTF32, Encoding.UTF7, Encoding.Latin1,
            new UTF7Encoding(true)
        ];

    private static readonly string[] Texts =
    [
        "", "plain English, with + and - and ~ \\ and a+b=c", "Привет, мир! Как дела?", "日本語 mixed with English 🎉🎉 end", "🎉", "a🎉+b-",
        "é", "\0\t\r\n", new string('x', 9000), new string('ж', 9000), string.Concat(Enumerable.Repeat("aжбc🎉", 3000)),
    ];

    public static TheoryData<int, int> Pairs()
    {
        var pairs = new TheoryData<int, int>();
        for (var from = 0; from < Encodings.Length; from++)
        {
            for (var to = 0; to < Encodings.Length; to++) pairs.Add(from, to);
        }

        return pairs;
    }

    [Theory]
    [MemberData(nameof(Pairs))]
    public void Transcoder_ValidTextInBlocksOfAnyLength_EqualsTheModel(int from, int to)
    {
        foreach (var text in Texts)
        {
            var input = Encodings[from].GetBytes(text);
            foreach (var block in new[] { 1, 2, 3, 7, 4096, 100_000 })
            {
                if (input.Length > 10_000 && block < 7) continue;
                Compare(Encodings[from], Encodings[to], input, block);
            }
        }
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 1)]
    [InlineData(1, 2)]
    [InlineData(2, 1)]
    [InlineData(1, 5)]
    [InlineData(1, 7)]
    [InlineData(1, 6)]
    [InlineData(2, 4)]
    [InlineData(4, 1)]
    public void Transcoder_RandomBytesInBlocksOfAnyLength_EqualsTheModel(int from, int to) => Steps.Check(150, 40, steps =>
    {
        var input = new List<byte>();
        foreach (var step in steps) input.AddRange(Fragment(step));
        foreach (var block in new[] { 1, 3, 5, 1000 }) Compare(Encodings[from], Encodings[to], [.. input], block);
    });

    [Fact]
    public void Transcoder_EveryThreeBytesOfInterest_EqualsTheModel()
    {
        byte[] interesting = [0x00, 0x2B, 0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xD8, 0xDC, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF];
        foreach (var a in interesting)
        {
            foreach (var b in interesting)
            {
                foreach (var c in interesting)
                {
                    foreach (var block in new[] { 1, 2, 9 })
                    {
                        Compare(Encoding.UTF8, Encoding.Unicode, [a, b, c, 0x41], block);
                        Compare(Encoding.UTF8, Encoding.UTF8, [a, b, c], block);
                        Compare(Encoding.Unicode, Encoding.UTF8, [a, b, c], block);
                        Compare(Encoding.UTF8, Encoding.UTF7, [a, b, c], block);
                    }
                }
            }
        }
    }

    [Theory]
    [InlineData("8131")]
    [InlineData("813141")]
    [InlineData("8131418131")]
    [InlineData("8131418131418131")]
    [InlineData("81308130813081")]
    [InlineData("90308130FF80A17F20")]
    public void Transcoder_TruncatedGb18030_EndsAsInOneBlock(string hex)
    {
        Encoding.RegisterProvider(CodePagesEncodingProvider.Instance);
        var input = Convert.FromHexString(hex);
        foreach (var before in new[] { 0, 2043, 2044, 2045, 2046, 2047, 2048 })
        {
            foreach (var block in new[] { 1, 2, 3, 5, 2047, 100_000 })
            {
                Compare(Encoding.GetEncoding(54936), Encoding.UTF8, [.. new byte[before], .. input], block);
            }
        }
    }

    [Fact]
    public void Transcoder_ResetInAnUnfinishedInput_ForgetsTheScript()
    {
        Encoding.RegisterProvider(CodePagesEncodingProvider.Instance);
        var devanagari = Encoding.GetEncoding(57002);
        var telugu = Encoding.UTF8.GetBytes("\u0c15");
        var transcoder = new Transcoder(Encoding.UTF8, devanagari);
        transcoder.Transcode(telugu, new ArrayBufferWriter<byte>(), isFinalBlock: false);
        transcoder.Reset();
        Assert.Equal(devanagari.GetBytes("\u0c15"), transcoder.Transcode(telugu).ToArray());
    }

    [Fact]
    public void Transcoder_StrictAndInvalid_ThrowsAndStaysUsable()
    {
        var transcoder = new Transcoder(Encoding.UTF8, Encoding.Unicode, throwOnInvalid: true);
        var output = new ArrayBufferWriter<byte>();
        Assert.Throws<DecoderFallbackException>(() => transcoder.Transcode([0x41, 0xFF], output));
        output.Clear();
        transcoder.Transcode("ok"u8, output);
        Assert.Equal("ok", Encoding.Unicode.GetString(output.WrittenSpan));
        Assert.Throws<DecoderFallbackException>(() => transcoder.Transcode([0xE2, 0x82], output));
        Assert.Throws<DecoderFallbackException>(() => new Transcoder(Encoding.ASCII, Encoding.UTF8, true).Transcode([0x80], output));
        Assert.Throws<EncoderFallbackException>(() => new Transcoder(Encoding.UTF8, Encoding.ASCII, true).Transcode("ж"u8, output));
    }

    [Fact]
    public void Transcoder_FallbacksOfTheCaller_AreObeyed()
    {
        var question = Encoding.GetEncoding("utf-8", EncoderFallback.ReplacementFallback, new DecoderReplacementFallback("<?>"));
        Compare(question, Encoding.Unicode, [0x41, 0xFF, 0x42, 0xE2], 1);
        Compare(question, Encoding.UTF7, [0x41, 0xFF, 0x42, 0xE2], 2);
        var own = Encoding.GetEncoding("utf-8", EncoderFallback.ReplacementFallback, new HexFallback());
        Compare(own, Encoding.UTF8, [0x41, 0xFF, 0x42, 0xE2], 100);
    }

    [Fact]
    public void Transcoder_PlusMinusAtBufferEnds_EqualsTheModel()
    {
        foreach (var length in new[] { 4000, 4095, 4096, 8191, 8192, 16_383, 16_384 })
        {
            foreach (var block in new[] { 1000, 4096, 100_000 })
            {
                var text = new string('a', length) + "+b";
                Compare(Encoding.UTF7, Encoding.UTF8, Encoding.UTF7.GetBytes(text), block);
                Assert.Equal(text, Encoding.UTF7.GetString(Encoding.UTF7.GetBytes(text)));
            }
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(50_000)]
    public void Transcoder_CustomEncoding_IsUsedAsItIs(int block)
    {
        var text = string.Concat(Enumerable.Repeat("plain ж\u00e9", 1500));
        foreach (var own in new Encoding[] { new Shifted(0), new Shifted(65001), new Shifted(1200), new Shifted(20127) })
        {
            Compare(own, Encoding.UTF8, own.GetBytes(text), block);
            Compare(Encoding.UTF8, own, Encoding.UTF8.GetBytes(text), block);
            var strict = new Transcoder(own, Encoding.UTF8, throwOnInvalid: true);
            using var output = strict.Transcode(own.GetBytes("plain"));
            Assert.Equal("plain"u8.ToArray(), output.ToArray());
            Assert.IsType<Shifted>(strict.From);
        }

        Assert.Throws<EncoderFallbackException>(() => new Transcoder(Encoding.UTF8, new Shifted(0), throwOnInvalid: true).Transcode("ж"u8));
        Assert.Equal([(byte)'?' + 1], new Transcoder(Encoding.UTF8, new Shifted(0)).Transcode("ж"u8).ToArray());
    }

    [Fact]
    public void Transcoder_LongFallback_EqualsTheModel()
    {
        foreach (var encoding in new[] { Encoding.UTF8, Encoding.UTF7, Encoding.ASCII, Encoding.BigEndianUnicode })
        {
            var from = (Encoding)encoding.Clone();
            from.DecoderFallback = new DecoderReplacementFallback(new string('x', 900));
            Compare(from, Encoding.UTF8, [.. Enumerable.Repeat((byte)0xD8, 3_001)], 999);
            Compare(from, Encoding.UTF32, [0x41, 0xFF, 0x42, 0xFF], 1);
            var to = (Encoding)encoding.Clone();
            to.EncoderFallback = new EncoderReplacementFallback(new string('y', 900));
            Compare(Encoding.UTF32, to, Encoding.UTF32.GetBytes(new string('ж', 3_000)), 1111);
        }
    }

    [Fact]
    public void Transcoder_SourceWithAWrongReadCount_Throws()
    {
        var transcoder = new Transcoder(Encoding.Latin1, Encoding.UTF8);
        Assert.Throws<IOException>(() => transcoder.Transcode(new LyingStream(16_385), Stream.Null));
        Assert.Throws<IOException>(() => transcoder.Transcode(new LyingStream(-1), Stream.Null));
    }

    [Fact]
    public async Task Transcoder_Streams_EqualTheModel()
    {
        var text = string.Concat(Enumerable.Repeat("строка and line 🎉\n", 5000));
        using var source = new MemoryStream(Encoding.UTF8.GetBytes(text));
        using MemoryStream one = new(), two = new();
        var transcoder = new Transcoder(Encoding.UTF8, Encoding.UTF32);
        transcoder.Transcode(source, one);
        source.Position = 0;
        await transcoder.TranscodeAsync(source, two);
        Assert.Equal(text, Encoding.UTF32.GetString(one.ToArray()));
        Assert.True(one.ToArray().AsSpan().SequenceEqual(two.ToArray()));
        using var pooled = transcoder.Transcode(Encoding.UTF8.GetBytes(text));
        Assert.True(one.ToArray().AsSpan().SequenceEqual(pooled.ToArray()));
    }

    [Fact]
    public void Transcoder_LargeInput_AllocatesNothingPerKilobyte()
    {
        var input = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("жуки and beetles ", 60_000)));
        var output = new Swallow();
        foreach (var to in new[] { Encoding.Unicode, Encoding.UTF32, Encoding.UTF8, Encoding.UTF7 })
        {
            var transcoder = new Transcoder(Encoding.UTF8, to);
            Allocated(input);
            var once = Allocated(input.AsSpan(0, input.Length / 2));
            Assert.True(Allocated(input) - once < 100, $"{to.WebName}: {once} bytes for half, {Allocated(input)} for all");

            long Allocated(ReadOnlySpan<byte> text)
            {
                var before = GC.GetAllocatedBytesForCurrentThread();
                transcoder.Transcode(text, output);
                return GC.GetAllocatedBytesForCurrentThread() - before;
            }
        }
    }

    private static byte[] Fragment(Step step) => (step.Kind % 8) switch
    {
        0 => [(byte)step.A],
        1 => [(byte)step.A, (byte)step.B],
        2 => Encoding.UTF8.GetBytes("ab+-~"),
        3 => Encoding.UTF8.GetBytes("жя"),
        4 => Encoding.UTF8.GetBytes("🎉")[..(1 + (step.A % 4))],
        5 => Encoding.Unicode.GetBytes("🎉")[..(1 + (step.A % 4))],
        6 => Encoding.UTF8.GetBytes("日本")[..(1 + (step.A % 6))],
        _ => Encoding.Unicode.GetBytes("aж"),
    };

    private static void Compare(Encoding from, Encoding to, byte[] input, int block)
    {
        var expected = to.GetBytes(from.GetString(input));
        var output = new ArrayBufferWriter<byte>();
        var transcoder = new Transcoder(from, to);
        for (var start = 0; start < input.Length || start == 0; start += block)
        {
            var length = Math.Min(block, input.Length - start);
            transcoder.Transcode(input.AsSpan(start, length), output, isFinalBlock: start + length == input.Length);
        }

        Assert.True(
            expected.AsSpan().SequenceEqual(output.WrittenSpan),
            $"{from.WebName} to {to.WebName}, blocks of {block}: {Convert.ToHexString(input.AsSpan(0, Math.Min(100, input.Length)))} "
            + $"gave {Convert.ToHexString(output.WrittenSpan[..Math.Min(100, output.WrittenCount)])} "
            + $"not {Convert.ToHexString(expected.AsSpan(0, Math.Min(100, expected.Length)))}");
    }

    /// <summary>Takes everything and keeps nothing.</summary>
    private sealed class Swallow : IBufferWriter<byte>
    {
        private readonly byte[] _buffer = new byte[65_536];

        public void Advance(int count)
        {
            if ((uint)count > (uint)_buffer.Length) throw new ArgumentOutOfRangeException(nameof(count));
        }

        public Memory<byte> GetMemory(int sizeHint = 0) => _buffer;

        public Span<byte> GetSpan(int sizeHint = 0) => _buffer;
    }

    /// <summary>ASCII, each byte one greater; its code page may be that of another.</summary>
    private sealed class Shifted(int codePage)
        : Encoding(codePage, EncoderFallback.ReplacementFallback, DecoderFallback.ReplacementFallback)
    {
        public override string WebName => "shifted";

        public override int GetByteCount(char[] chars, int index, int count) => GetBytes(chars, index, count, new byte[count * 2], 0);

        public override int GetBytes(char[] chars, int charIndex, int charCount, byte[] bytes, int byteIndex)
        {
            var inner = (Encoding)ASCII.Clone();
            inner.EncoderFallback = EncoderFallback;
            var written = inner.GetBytes(chars, charIndex, charCount, bytes, byteIndex);
            for (var i = byteIndex; i < byteIndex + written; i++) bytes[i]++;
            return written;
        }

        public override int GetCharCount(byte[] bytes, int index, int count) => count;

        public override int GetChars(byte[] bytes, int byteIndex, int byteCount, char[] chars, int charIndex)
        {
            for (var i = 0; i < byteCount; i++) chars[charIndex + i] = (char)(bytes[byteIndex + i] - 1);
            return byteCount;
        }

        public override int GetMaxByteCount(int charCount) => charCount * 2;

        public override int GetMaxCharCount(int byteCount) => byteCount;
    }

    private sealed class LyingStream(int count) : MemoryStream
    {
        public override int Read(byte[] buffer, int offset, int size) => count;
    }

    private sealed class HexFallback : DecoderFallback
    {
        public override int MaxCharCount => 2;

        public override DecoderFallbackBuffer CreateFallbackBuffer() => new Buffer();

        private sealed class Buffer : DecoderFallbackBuffer
        {
            private string _text = "";
            private int _next;

            public override int Remaining => _text.Length - _next;

            public override bool Fallback(byte[] bytesUnknown, int index)
            {
                _text = $"{bytesUnknown[0]:X2}";
                _next = 0;
                return true;
            }

            public override char GetNextChar() => _next < _text.Length ? _text[_next++] : '\0';

            public override bool MovePrevious()
            {
                if (_next == 0) return false;
                _next--;
                return true;
            }
        }
    }
}
