namespace Unpause.Collections.Tests;

/// <summary>
/// Orders as LINQ makes them over a List: at lengths around runs of keys, by keys of every kind, with equal ones in their order.
/// </summary>
public sealed class OrderTests
{
    private sealed record Film(int Number, int Year, long Stamp, string Title, double Rating, Wide Place);

    private readonly record struct Wide(long A, long B, long C) : IComparable<Wide>
    {
        public int CompareTo(Wide other) => A.CompareTo(other.A);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(1_000)]
    [InlineData(16_384)]
    [InlineData(16_385)]
    [InlineData(40_000)]
    [InlineData(70_001)]
    public void Order_RandomItems_EqualsLinq(int count)
    {
        var random = new Random(count);
        var films = Enumerable.Range(0, count).Select(i => new Film(
            i, random.Next(-40, 40), random.NextInt64(500) * random.NextInt64(), $"{(char)random.Next('a', 'g')}{random.Next(3)}",
            new[] { 0.0, -0.0, double.NaN, 1.5, -2 }[random.Next(5)], new Wide(random.Next(60), i, i))).ToList();
        var ours = new ChunkedList<Film>(films);
        Assert.Equal(films.OrderBy(film => film.Year), ours.OrderBy(film => film.Year));
        Assert.Equal(films.OrderByDescending(film => film.Year), ours.OrderByDescending(film => film.Year));
        Assert.Equal(films.OrderBy(film => (sbyte)film.Year), ours.OrderBy(film => (sbyte)film.Year));
        Assert.Equal(films.OrderBy(film => (char)film.Year), ours.OrderBy(film => (char)film.Year));
        Assert.Equal(films.OrderByDescending(film => (uint)film.Year), ours.OrderByDescending(film => (uint)film.Year));
        Assert.Equal(films.OrderBy(film => film.Stamp), ours.OrderBy(film => film.Stamp));
        Assert.Equal(films.OrderBy(film => film.Rating), ours.OrderBy(film => film.Rating));
        Assert.Equal(films.OrderByDescending(film => (float)film.Rating), ours.OrderByDescending(film => (float)film.Rating));
        Assert.Equal(
            films.OrderBy(film => film.Title, StringComparer.Ordinal).ThenByDescending(film => film.Year).ThenBy(film => film.Stamp),
            ours.OrderBy(film => film.Title, StringComparer.Ordinal).ThenByDescending(film => film.Year).ThenBy(film => film.Stamp));
        Assert.Equal(
            films.OrderByDescending(film => film.Place).ThenBy(film => film.Rating),
            ours.OrderByDescending(film => film.Place).ThenBy(film => film.Rating));
        Assert.Equal(films.OrderBy(film => film.Year, Backwards), ours.OrderBy(film => film.Year, Backwards));
        var years = films.ConvertAll(film => film.Year);
        var ownYears = new ChunkedList<int>(years);
        Assert.Equal(years.Order(), ownYears.Order());
        Assert.Equal(years.OrderDescending(), ownYears.OrderDescending());
        Assert.Equal(years.Order(Backwards).ThenBy(year => year), ownYears.Order(Backwards).ThenBy(year => year));
        var ratings = films.ConvertAll(film => film.Rating);
        Assert.Equal(ratings.OrderDescending().Select(BitConverter.DoubleToInt64Bits),
            new ChunkedList<double>(ratings).OrderDescending().Select(BitConverter.DoubleToInt64Bits));
        Assert.Equal(years, ownYears);
    }

    [Theory]
    [InlineData(100)]
    [InlineData(50_000)]
    public void Order_ComparerThatThrows_Throws(int count)
    {
        var comparer = Comparer<int>.Create((x, y) => x == count - 1 || y == count - 1 ? throw new FormatException() : x.CompareTo(y));
        var list = new ChunkedList<int>(Enumerable.Range(0, count));
        var thrown = Assert.Throws<InvalidOperationException>(() => list.OrderBy(i => i, comparer).Last());
        Assert.IsType<FormatException>(thrown.InnerException);
        Assert.Throws<FormatException>(() => list.OrderBy<int, int>(i => throw new FormatException()).Last());
    }

    [Fact]
    public void Order_InconsistentComparer_Ends()
    {
        var random = new Random(1);
        var list = new ChunkedList<int>(Enumerable.Range(0, 100_000));
        var lying = Comparer<int>.Create((_, _) => random.Next(-1, 2));
        try
        {
            Assert.Equal(Enumerable.Range(0, 100_000), list.OrderBy(i => i, lying).ToHashSet().Order());
        }
        catch (Exception exception) when (exception is InvalidOperationException or ArgumentException)
        {
            // As with Array.Sort: a comparer may be found out.
        }
    }

    private static IComparer<int> Backwards { get; } = Comparer<int>.Create((x, y) => y.CompareTo(x));
}
