using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers;

public class EightDigitsTests
{
    [Fact]
    public void EightDigits_Digits_MatchAByteLoop()
    {
        var random = new Random(8);
        var word = new byte[sizeof(ulong)];
        for (var round = 0; round < 20_000; round++)
        {
            // Every byte that isn't a digit may follow, those whose sums carry too.
            random.NextBytes(word);
            var count = random.Next(0, 9);
            for (var i = 0; i < count; i++) word[i] = (byte)random.Next('0', '9' + 1);
            var digits = word.TakeWhile(value => char.IsAsciiDigit((char)value)).Count();
            var bytes = BinaryPrimitives.ReadUInt64LittleEndian(word);
            Assert.Equal(digits, EightDigits.CountOf(bytes));
            for (var taken = 0; taken <= digits; taken++)
            {
                var expected = taken == 0 ? 0 : long.Parse(Encoding.ASCII.GetString(word, 0, taken), CultureInfo.InvariantCulture);
                Assert.Equal(expected, EightDigits.ValueOf(bytes, taken));
            }
        }
    }
}
