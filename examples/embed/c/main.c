/* compile IN.rigy.yaml OUT.glb */
#include <stdio.h>

#include <rigy/rigy.h>

static int write_glb(const rigy_result* result, const char* path) {
  size_t size = 0;
  const unsigned char* glb = rigy_result_glb(result, &size);
  FILE* file = fopen(path, "wb");
  if (file == NULL) return 0;
  const size_t written = fwrite(glb, 1, size, file);
  return fclose(file) == 0 && written == size;
}

/* Returns how many errors there are, not counting warnings. */
static int print_diagnostics(const rigy_result* result) {
  const char* text = rigy_result_diagnostics_text(result, NULL);
  if (text != NULL) fputs(text, stderr);
  rigy_diagnostic one = RIGY_DIAGNOSTIC_INIT;
  int errors = 0;
  for (size_t i = 0; rigy_result_diagnostic(result, i, &one); ++i) {
    errors += one.severity == RIGY_SEVERITY_ERROR;
  }
  return errors;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: compile IN.rigy.yaml OUT.glb (rigy %s)\n", rigy_version());
    return 2;
  }
  rigy_result* result = rigy_compile_with_reader(argv[1], rigy_disk_reader, NULL, NULL);
  if (result == NULL) {
    fputs("out of memory\n", stderr);
    return 3;
  }
  int status = 0;
  if (print_diagnostics(result) > 0) {
    status = 1;
  } else if (!write_glb(result, argv[2])) {
    perror(argv[2]);
    status = 3;
  }
  rigy_result_free(result);
  return status;
}
