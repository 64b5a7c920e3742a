/* Loads a library of Windows or macOS for x86-64 without its system, and drives the FMU in it for some steps.
 * usage: loader pe|mach-o FILE TOKEN REFERENCE; prints the number after each step in hexadecimal. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef WINDOWS
#define API __attribute__((ms_abi))
#else
#define API
#endif

static uint8_t *base;

static API void *get_heap(void) { return (void *)1; }
static API void *heap_alloc(void *heap, uint32_t flags, uint64_t size) { (void)heap; (void)flags; return calloc(1, size); }
static API int heap_free(void *heap, uint32_t flags, void *room) { (void)heap; (void)flags; free(room); return 1; }

static void *imported(const char *name)
{
    if (!strcmp(name, "GetProcessHeap")) return (void *)get_heap;
    if (!strcmp(name, "HeapAlloc")) return (void *)heap_alloc;
    if (!strcmp(name, "HeapFree")) return (void *)heap_free;
    if (!strcmp(name, "_calloc")) return (void *)calloc;
    if (!strcmp(name, "_free")) return (void *)free;
    fprintf(stderr, "unknown import %s\n", name);
    exit(2);
}

#ifdef WINDOWS
static uint32_t directory(int i) { uint32_t pe = *(uint32_t *)(base + 60); return *(uint32_t *)(base + pe + 24 + 112 + 8 * i); }

static void load(const uint8_t *file)
{
    uint32_t pe = *(const uint32_t *)(file + 60);
    uint16_t count = *(const uint16_t *)(file + pe + 6), optional = *(const uint16_t *)(file + pe + 20);
    const uint8_t *sections = file + pe + 24 + optional;
    base = mmap(NULL, *(const uint32_t *)(file + pe + 24 + 56), PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memcpy(base, file, 1024);
    for (int i = 0; i < count; i++) {
        const uint32_t *row = (const uint32_t *)(sections + 40 * i);
        memcpy(base + row[3], file + row[5], row[4] < row[2] ? row[4] : row[2]);
    }
    const uint32_t *import = (const uint32_t *)(base + directory(1));
    uint64_t *names = (uint64_t *)(base + import[0]), *slots = (uint64_t *)(base + import[4]);
    for (; *names; names++, slots++) *slots = (uint64_t)imported((const char *)(base + *names + 2));
}

static void *find(const char *name)
{
    const uint32_t *export = (const uint32_t *)(base + directory(0));
    const uint32_t *functions = (const uint32_t *)(base + export[7]), *names = (const uint32_t *)(base + export[8]);
    const uint16_t *ordinals = (const uint16_t *)(base + export[9]);
    for (uint32_t i = 0; i < export[6]; i++)
        if (!strcmp((const char *)(base + names[i]), name)) return base + functions[ordinals[i]];
    exit(3);
}
#else
static const uint8_t *symbols, *strings;
static uint32_t symbol_count;

static void load(const uint8_t *file)
{
    uint32_t count = *(const uint32_t *)(file + 16), binds = 0, size = 0;
    const uint8_t *at = file + 32;
    uint64_t segments[8], n = 0;
    base = mmap(NULL, 1 << 24, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (uint32_t i = 0; i < count; i++, at += ((const uint32_t *)at)[1]) {
        const uint32_t *w = (const uint32_t *)at;
        if (w[0] == 0x19) {
            const uint64_t *q = (const uint64_t *)(at + 24);
            memcpy(base + q[0], file + q[2], q[3]);
            segments[n++] = q[0];
        } else if (w[0] == 2) { symbols = file + w[2]; symbol_count = w[3]; strings = file + w[4]; }
        else if (w[0] == 0x80000022) { binds = w[4]; size = w[5]; }
    }
    const uint8_t *p = file + binds, *end = p + size;
    uint64_t place = 0;
    const char *name = "";
    while (p < end) {
        uint8_t op = *p++;
        if (op >> 4 == 4) { name = (const char *)p; p += strlen(name) + 1; }
        else if (op >> 4 == 7) { place = segments[op & 15]; while (*p & 0x80) p++; place += *p++; }
        else if (op >> 4 == 9) { *(uint64_t *)(base + place) = (uint64_t)imported(name); place += 8; }
    }
}

static void *find(const char *name)
{
    for (uint32_t i = 0; i < symbol_count; i++) {
        const uint8_t *row = symbols + 16 * i;
        if (!strcmp((const char *)strings + *(const uint32_t *)row + 1, name)) return base + *(const uint64_t *)(row + 8);
    }
    exit(3);
}
#endif

int main(int argc, char **argv)
{
    FILE *stream = fopen(argv[1], "rb");
    uint8_t *file = calloc(1, 1 << 22);
    if (argc < 4 || !stream || fread(file, 1, 1 << 22, stream) == 0) return 1;
    load(file);
    API void *(*make)(const char *, const char *, const char *, uint8_t, uint8_t, uint8_t, uint8_t, const void *, uint64_t, void *, void *, void *) = find("fmi3InstantiateCoSimulation");
    API int (*enter)(void *, uint8_t, double, double, uint8_t, double) = find("fmi3EnterInitializationMode");
    API int (*leave)(void *) = find("fmi3ExitInitializationMode");
    API int (*step)(void *, double, double, uint8_t, uint8_t *, uint8_t *, uint8_t *, double *) = find("fmi3DoStep");
    API int (*get)(void *, const uint32_t *, uint64_t, double *, uint64_t) = find("fmi3GetFloat64");
    API void (*release)(void *) = find("fmi3FreeInstance");
    void *m = make("m", argv[2], "", 0, 0, 0, 0, NULL, 0, NULL, NULL, NULL);
    uint32_t reference = (uint32_t)atoi(argv[3]);
    uint8_t event, terminate, early;
    double last, x;
    if (!m || enter(m, 0, 0.0, 0.0, 0, 0.0) || leave(m)) return 4;
    for (int i = 0; i < 20; i++) {
        if (step(m, 0.5 * i, 0.5, 0, &event, &terminate, &early, &last) || get(m, &reference, 1, &x, 1)) return 5;
        printf("%a\n", x);
    }
    release(m);
    return 0;
}
