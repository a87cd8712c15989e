using System.Buffers;
using System.Text;

namespace Unpause.IO.Tests.Fuzz;

/// <summary>Every encoding that the runtime has, and some of our own, in blocks of any length: as decoded and encoded at once.</summary>
#pragma warning disable SYSLIB0001 // UTF-7 is what incident 4 measured, and mail still carries it
public sealed class EncodingFuzzTests(ITestOutputHelper output)
{
    // Where blocks, pieces and buffers end.
    private static readonly int[] Borders = [2000, 4000, 4096, 8000, 8192, 12_000, 16_000, 16_384];

    // What shifts, leads and ends: of ISO-2022, HZ, UTF-7, GB18030 and UTF-8.
    private static readonly byte[] Meaningful =
    [
        0x1B, 0x24, 0x28, 0x42, 0x0E, 0x0F, 0x7E, 0x7B, 0x7D, 0x2B, 0x2D, 0x30, 0x31, 0x41, 0x81, 0x84, 0xA1, 0xE2, 0xEF, 0xF0, 0xFE, 0xFF,
    ];

    // What GetEncodings keeps to itself: ISO-2022, EUC, HZ, GB18030, ISCII, nearly all that have a state.
    private static readonly int[] Unlisted =
    [
        10003, 10008, 38598, 50220, 50221, 50222, 50225, 50227, 51932, 51936, 51949, 52936, 54936,
        57002, 57003, 57004, 57005, 57006, 57007, 57008, 57009, 57010, 57011,
    ];

    private static readonly Encoding[] All = Everything();

    private const string Refused = "coderFallbackException";

    [Fact]
    public void Transcoder_AnyToAnyEncoding_EqualsTheModel() =>
        FuzzRounds.Run(2500, random => Compare(random, Pick(random), Pick(random)), output);

    [Fact]
    public void Transcoder_SplitAtEveryByte_EqualsTheModel()
    {
        Assert.True(All.Length > 145, $"{All.Length} encodings");
        foreach (var from in All)
        {
            var text = "aé+-ж日🎉b 한글かなｶﾅ中文àß\0" + new string('x', 30);
            foreach (var (source, target) in new[] { (from, Encoding.UTF8), (Encoding.UTF8, from), (from, Encoding.UTF32) })
            {
                var input = source.GetBytes(text);
                Check(source, target, input, [.. Enumerable.Repeat(1, input.Length)]);
                for (var cut = 0; cut <= input.Length; cut++) Check(source, target, input, [cut, input.Length - cut]);
            }
        }
    }

    private static Encoding Pick(Random random) => random.Next(3) == 0 ? All[random.Next(12)] : All[random.Next(All.Length)];

    private static Encoding[] Everything()
    {
        Encoding.RegisterProvider(CodePagesEncodingProvider.Instance);
        return
        [
            new UTF7Encoding(), new UTF7Encoding(true), new UTF8Encoding(false), new UnicodeEncoding(false, false),
            new UnicodeEncoding(true, true), new UTF32Encoding(false, true), new UTF32Encoding(true, false), Encoding.ASCII,
            Encoding.Latin1, new OwnEncoding(0), new OwnEncoding(65001),
            Encoding.GetEncoding("utf-8", new EncoderReplacementFallback("<?>"), new DecoderReplacementFallback("<?>")),
            .. Encoding.GetEncodings().Select(info => info.GetEncoding()), .. Unlisted.Select(Encoding.GetEncoding),
        ];
    }

    private static int Compare(Random random, Encoding from, Encoding to)
    {
        var input = Input(random, from);
        if (random.Next(10) == 0) return CompareStrict(random, from, to, input);
        var cuts = Cuts(random, input);
        if (random.Next(3) > 0) Check(from, to, input, cuts, random.Next(input.Length + 1));
        else CheckStreams(random, from, to, input);
        return cuts.Count;
    }

    private static List<int> Cuts(Random random, byte[] input)
    {
        var cuts = new List<int>();
        var longest = random.Next(5) switch { 0 => 1, 1 => 9, 2 => 300, _ => 20_000 };
        for (var left = input.Length; left > 0;)
        {
            cuts.Add(Math.Min(left, random.Next(longest + 1)));
            left -= cuts[^1];
        }

        return cuts;
    }

    /// <summary>With fallbacks that throw: the same bytes, or an exception, the decoder's or the encoder's.</summary>
    private static int CompareStrict(Random random, Encoding from, Encoding to, byte[] input)
    {
        Encoding strictFrom = (Encoding)from.Clone(), strictTo = (Encoding)to.Clone();
        (strictFrom.DecoderFallback, strictTo.EncoderFallback) = (DecoderFallback.ExceptionFallback, EncoderFallback.ExceptionFallback);
        var transcoder = new Transcoder(from, to, throwOnInvalid: true);
        var cuts = Cuts(random, input);
        var expected = Outcome.Capture(() => Convert.ToHexString(strictTo.GetBytes(strictFrom.GetString(input))));
        var actual = Outcome.Capture(() => Convert.ToHexString(Transcoded(transcoder, input, cuts).Span));
        Assert.True(
            expected == actual || (IsRefusal(expected) && IsRefusal(actual)),
            $"strict {from.WebName} to {to.WebName} of {Convert.ToHexString(input)}: {actual} not {expected}");
        return cuts.Count;
    }

    private static bool IsRefusal(string outcome) => outcome.Contains(Refused, StringComparison.Ordinal);

    private static void CheckStreams(Random random, Encoding from, Encoding to, byte[] input)
    {
        var expected = to.GetBytes(from.GetString(input));
        var transcoder = new Transcoder(from, to);
        using var written = new PooledMemoryStream(new OddPool(random, 0));
        if (random.Next(2) == 0) transcoder.Transcode(new PieceSource(input, random), written);
        else transcoder.TranscodeAsync(new PieceSource(input, random), written).GetAwaiter().GetResult();
        Fail(from, to, input, [], expected, written.ToArray());
        written.SetLength(0);
        transcoder.Transcode(input, written.Writer);
        Fail(from, to, input, [], expected, written.ToArray());
        var mean = new MeanWriter();
        transcoder.Transcode(input, mean);
        Fail(from, to, input, [], expected, mean.Got.ToArray());
        using var whole = transcoder.Transcode(input);
        Fail(from, to, input, [], expected, whole.ToArray());
    }

    /// <summary>Compares, after a part of the input was begun and given up.</summary>
    private static void Check(Encoding from, Encoding to, byte[] input, List<int> blocks, int givenUp = 0)
    {
        var transcoder = new Transcoder(from, to);
        transcoder.Transcode(input.AsSpan(0, givenUp), new ArrayBufferWriter<byte>(), isFinalBlock: false);
        transcoder.Reset();
        Fail(from, to, input, blocks, to.GetBytes(from.GetString(input)), Transcoded(transcoder, input, blocks).Span);
    }

    private static ReadOnlyMemory<byte> Transcoded(Transcoder transcoder, byte[] input, List<int> blocks)
    {
        var written = new ArrayBufferWriter<byte>();
        var start = 0;
        foreach (var block in blocks)
        {
            transcoder.Transcode(input.AsSpan(start, block), written, isFinalBlock: false);
            start += block;
        }

        transcoder.Transcode([], written);
        return written.WrittenMemory;
    }

    private static void Fail(
        Encoding from, Encoding to, byte[] input, List<int> blocks, ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
    {
        if (expected.SequenceEqual(actual)) return;
        var place = expected.CommonPrefixLength(actual);
        Assert.Fail(
            $"{from.WebName} ({from.CodePage}) to {to.WebName} ({to.CodePage}), {input.Length} bytes in blocks of "
            + $"({string.Join(' ', blocks.Take(20))}) of {Convert.ToHexString(input.AsSpan(0, Math.Min(60, input.Length)))}: other "
            + $"from {place} of {expected.Length}: {Convert.ToHexString(actual.Slice(place, Math.Min(20, actual.Length - place)))} not "
            + $"{Convert.ToHexString(expected.Slice(place, Math.Min(20, expected.Length - place)))}");
    }

    private static byte[] Input(Random random, Encoding from)
    {
        var kind = random.Next(5);
        if (kind == 0)
        {
            var bytes = new byte[random.Next(random.Next(2) == 0 ? 12 : 400)];
            random.NextBytes(bytes);
            if (random.Next(2) == 0)
            {
                foreach (ref var value in bytes.AsSpan()) value = Meaningful[value % Meaningful.Length];
            }

            return bytes;
        }

        var text = new StringBuilder();
        if (kind == 1) text.Append('a', Borders[random.Next(Borders.Length)] - random.Next(8) + 3);
        for (var i = random.Next(40); i >= 0; i--) Append(random, text);
        if (kind == 1) text.Append('b', random.Next(2) * random.Next(9000));
        var input = from.GetBytes(text.ToString());
        if (kind != 2) return input;
        for (var i = random.Next(4); i >= 0 && input.Length > 0; i--) input[random.Next(input.Length)] = (byte)random.Next(256);
        return input[..random.Next(input.Length + 1)];
    }

    private static void Append(Random random, StringBuilder text) => text.Append(random.Next(13) switch
    {
        0 => "+",
        1 => "-",
        2 => "+-",
        3 => "é",
        4 => "日本",
        5 => "🎉",
        6 => ((char)random.Next(0x20, 0x250)).ToString(),
        7 => ((char)random.Next(0x250, 0xD800)).ToString(),
        8 => "жя",
        9 => "ｶﾅ한",
        10 => "కক",
        _ => ((char)random.Next(0x20, 0x7F)).ToString(),
    });
}
